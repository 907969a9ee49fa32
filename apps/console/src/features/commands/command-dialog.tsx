import { Button, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent, KeyboardEvent } from 'react'
import { keysOf } from '@wheelhouse/contract/certain.ts'
import { CommandBody, otherReasons, stuckUserReasons } from '@wheelhouse/contract/commands/command-bodies.ts'
import { lastComments, sendCommand } from '@wheelhouse/contract/commands/commands.ts'
import { commandRule } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { read, useWrite } from '../../api/api.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { CommentChips } from '../../ui/dialogs/comment-chips.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ChannelChoice, Choices, FieldError, HoldChoice } from './command-questions.tsx'
import { isOver, useLocationCommands } from './command-progress.ts'
import { argsOf, commandIcon, commandLabel, reasonWord, targetName, usualMinutes } from './command-offers.ts'
import classes from './commands.module.css'

export interface CommandAsked {
  device: Device
  name: CommandName
  /** Of a first attempt, to send it again. */
  reason?: string
  comment?: string
}

interface CommandDialogProps {
  opened: boolean
  asked: CommandAsked | null
  onClose: () => void
  onSent: (command: Command) => void
}

/** Says what will happen to which dock, asks why, sends once. */
export function CommandDialog({ opened, asked, onClose, onSent }: CommandDialogProps) {
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={asked === null ? '' : titleOf(asked)}
      icon={asked === null ? undefined : commandIcon(asked.name)}
      isDanger={asked !== null && commandRule(asked.name).dangerous}
      size={460}
      isBusy={isBusy}
      isQuestion
    >
      {asked !== null && (
        <Question
          key={`${asked.device.id} ${asked.name}`}
          asked={asked}
          onClose={onClose}
          onSent={onSent}
          onBusy={setBusy}
        />
      )}
    </Dialog>
  )
}

const titleOf = ({ device, name }: CommandAsked): string =>
  t('{{command}}: {{device}} of {{code}}?', {
    command: commandLabel(name),
    device: targetName(device.type, device.number),
    code: device.location_code,
  })

function Question({
  asked,
  onClose,
  onSent,
  onBusy,
}: Omit<CommandDialogProps, 'opened' | 'asked'> & { asked: CommandAsked; onBusy: (isBusy: boolean) => void }) {
  const { device, name } = asked
  const rule = commandRule(name)
  const [reason, setReason] = useState(asked.reason ?? null)
  const [comment, setComment] = useState(asked.comment ?? '')
  const [channel, setChannel] = useState<string | null>(null)
  const [minutes, setMinutes] = useState(usualMinutes)
  const [isAsked, setAsked] = useState(false)
  const send = useSend(device, onSent, onBusy)
  const body = CommandBody.safeParse({
    name,
    reason: reason ?? undefined,
    comment,
    args: argsOf(rule, { channel, minutes }),
  })
  const wrong = (field: string) =>
    isAsked ? body.error?.issues.find(({ path }) => path[0] === field)?.message : undefined
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setAsked(true)
    if (body.success) return send.once(body.data)
    // To the first wrong field, as the eye meets it.
    event.currentTarget.querySelector<HTMLElement>(firstWrong(body.error.issues))?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys for what its own fields and buttons do
    <form
      className={classes.dialog}
      onSubmit={submit}
      onKeyDown={(event) => onQuestionKey(event, setReason)}
      noValidate
    >
      <p className={classes.effect}>{t(rule.effect)}</p>
      <OfflineWarning device={device} />
      <RunningWarning device={device} name={name} />
      {rule.has_hold && <HoldChoice minutes={minutes} onMinutes={setMinutes} error={wrong('args')} />}
      {rule.has_channel && <ChannelChoice channel={channel} onChannel={setChannel} error={wrong('args')} />}
      <fieldset className={classes.reasons} aria-describedby={wrong('reason') ? 'command-reason' : undefined}>
        <Reasons value={reason} onChange={setReason} hasKeys />
        <FieldError id="command-reason">{wrong('reason')}</FieldError>
      </fieldset>
      <Comment text={comment} onText={setComment} error={wrong('comment')} />
      <div className={classes.verbs}>
        <Button data-autofocus type="button" onClick={onClose} disabled={send.isBusy}>
          {name === 'force_unlock' ? t('Keep locked') : t('Cancel')}
        </Button>
        <Button type="submit" variant="filled" color={rule.dangerous ? 'red' : 'wheelhouse'} loading={send.isBusy}>
          {commandLabel(name)}
        </Button>
      </div>
    </form>
  )
}

const inputs = {
  args: 'input[name="channel"], input[name="hold"]',
  reason: 'input[name="reason"]',
  comment: 'textarea',
}

function firstWrong(issues: readonly { path: readonly PropertyKey[] }[]): string {
  const fields = keysOf(inputs).filter((field) => issues.some(({ path }) => path[0] === field))
  return inputs[fields[0] ?? 'comment']
}

/** Ctrl Enter sends, also from the comment. Outside of it a digit picks the reason that it numbers. */
function onQuestionKey(event: KeyboardEvent<HTMLFormElement>, onReason: (reason: string) => void): void {
  const isCommand = event.ctrlKey || event.metaKey
  if (isCommand && event.key === 'Enter') {
    event.preventDefault()
    event.currentTarget.requestSubmit()
    return
  }
  const reason = reasonOfDigit(event.key)
  if (reason === undefined || isCommand || event.altKey || isTyped(event.target)) return
  event.preventDefault()
  onReason(reason)
}

const isTyped = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'radio')

/** 1 to 9, then 0 for the tenth. */
const digits = '1234567890'
const numbered: readonly string[] = [...stuckUserReasons, ...otherReasons]
const reasonOfDigit = (key: string): string | undefined => numbered[key === '' ? -1 : digits.indexOf(key)]
const digitOfReason = (reason: string): string => digits[numbered.indexOf(reason)] ?? ''

/** A second click while it runs does nothing; the same words after a lost answer are the same submission. */
function useSend(device: Device, onSent: (command: Command) => void, onBusy: (isBusy: boolean) => void) {
  const send = useWrite(sendCommand)
  const once = (body: CommandBodyOutput) => {
    if (send.isPending) return
    onBusy(true)
    send.mutate(
      { params: { device_id: device.id }, body },
      {
        onSettled: () => onBusy(false),
        onSuccess: (command) => {
          onSent(command)
        },
      },
    )
  }
  return { once, isBusy: send.isPending }
}
type CommandBodyOutput = ReturnType<typeof CommandBody.parse>

/** Warns before the command is sent, so that nobody waits half a minute for a device that cannot answer. */
function OfflineWarning({ device: { heartbeat_health: health, last_heartbeat_at: at } }: { device: Device }) {
  const { dateTime } = useFormat()
  if (health === 'healthy' || health === 'late') return null
  return (
    <p className={classes.warning} role="note">
      <IconAlertTriangle size={16} aria-hidden />
      {at === null
        ? t('This hardware has never reported; the command will probably time out.')
        : t('The last heartbeat of this hardware was at {{time}}; the command will probably time out.', {
            time: dateTime(at),
          })}
    </p>
  )
}

/** Two of the same at once: the second one waits behind the first. */
function RunningWarning({ device, name }: { device: Device; name: CommandName }) {
  const isRunning = useLocationCommands(device.location_id).some(
    (command) => command.device_id === device.id && command.name === name && !isOver(command),
  )
  if (!isRunning) return null
  return (
    <p className={classes.warning} role="note">
      <IconAlertTriangle size={16} aria-hidden />
      {t('The same command is still running.')}
    </p>
  )
}

interface ReasonsProps {
  value: string | null
  onChange: (reason: string) => void
  /** The form picks a reason by its digit (`onQuestionKey`). */
  hasKeys?: boolean
}

export const Reasons = ({ value, onChange, hasKeys = false }: ReasonsProps) => (
  <>
    {[
      { label: t('If a rider is stuck'), options: stuckUserReasons },
      { label: t('Other reason'), options: otherReasons },
    ].map((group) => (
      <Choices
        key={group.label}
        {...group}
        name="reason"
        words={reasonWord}
        value={value}
        onChange={onChange}
        {...(hasKeys ? { keyOf: digitOfReason } : {})}
      />
    ))}
  </>
)

export function Comment({
  text,
  onText,
  error,
}: {
  text: string
  onText: (text: string) => void
  error: string | undefined
}) {
  const { data: last = [] } = useQuery(read(lastComments))
  return (
    <div>
      <Textarea
        label={t('Comment')}
        placeholder={t('A short description of what happened')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        value={text}
        error={error && t(error)}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {error === undefined && <span className={classes.errorRoom} />}
      <CommentChips comments={last} chosen={text} onPick={onText} />
    </div>
  )
}
