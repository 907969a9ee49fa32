import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { commandRule } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { HardwareCommandBody } from '@wheelhouse/contract/commands/command-bodies.ts'
import { sendHardwareCommands } from '@wheelhouse/contract/commands/commands.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import type { Hardware } from '@wheelhouse/contract/hardware/hardware.ts'
import { useWrite } from '../../api/api.ts'
import { hardwareId, useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ChannelChoice, FieldError, HoldChoice } from './command-questions.tsx'
import { Comment, Reasons } from './command-dialog.tsx'
import { argsOf, commandIcon, commandLabel, usualMinutes } from './command-offers.ts'
import classes from './commands.module.css'

interface HardwareCommandDialogProps {
  hardware: Pick<Hardware, 'id' | 'heartbeat_health' | 'last_heartbeat_at'>
  name: CommandName
  /** Commands of the same name that have not ended yet. */
  isRunning: boolean
  onClose: () => void
  onSent: (command: Command) => void
}

/** Says what will happen to the piece, asks why, sends once. */
export function HardwareCommandDialog({ onClose, ...props }: HardwareCommandDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const { name, hardware } = props
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('{{command}}: {{id}}?', { command: commandLabel(name), id: hardwareId(hardware.id) })}
      icon={commandIcon(name)}
      isDanger={commandRule(name).dangerous}
      size={460}
      isBusy={isBusy}
      isQuestion
    >
      <Question {...props} onClose={onClose} onBusy={setBusy} />
    </Dialog>
  )
}

function Question({
  hardware,
  name,
  isRunning,
  onClose,
  onSent,
  onBusy,
}: HardwareCommandDialogProps & { onBusy: (isBusy: boolean) => void }) {
  const rule = commandRule(name)
  const [reason, setReason] = useState<string | null>(null)
  const [comment, setComment] = useState('')
  const [channel, setChannel] = useState<string | null>(null)
  const [minutes, setMinutes] = useState(usualMinutes)
  const [isAsked, setAsked] = useState(false)
  const send = useWrite(sendHardwareCommands)
  const args = argsOf(rule, { channel, minutes })
  const body = HardwareCommandBody.safeParse({ hardware_ids: [hardware.id], name, reason, comment, args })
  const wrong = (field: string) =>
    isAsked ? body.error?.issues.find(({ path }) => path[0] === field)?.message : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!body.success || send.isPending) return
    onBusy(true)
    send.mutate(
      { body: body.data },
      {
        onSettled: () => onBusy(false),
        onSuccess: ({ results: [command] }) => command && onSent(command),
      },
    )
  }
  return (
    <form className={classes.dialog} onSubmit={submit} noValidate>
      <p className={classes.effect}>{t(rule.effect)}</p>
      <Precondition hardware={hardware} isRunning={isRunning} />
      {rule.has_hold && <HoldChoice minutes={minutes} onMinutes={setMinutes} error={wrong('args')} />}
      {rule.has_channel && <ChannelChoice channel={channel} onChannel={setChannel} error={wrong('args')} />}
      <fieldset className={classes.reasons}>
        <Reasons value={reason} onChange={setReason} />
        <FieldError id="hardware-command-reason">{wrong('reason')}</FieldError>
      </fieldset>
      <Comment text={comment} onText={setComment} error={wrong('comment')} />
      <div className={classes.verbs}>
        <Button data-autofocus type="button" onClick={onClose} disabled={send.isPending}>
          {t('Cancel')}
        </Button>
        <Button type="submit" variant="filled" color={rule.dangerous ? 'red' : 'wheelhouse'} loading={send.isPending}>
          {commandLabel(name)}
        </Button>
      </div>
    </form>
  )
}

/** What will probably keep it from succeeding, before it is sent. */
function Precondition({ hardware, isRunning }: Pick<HardwareCommandDialogProps, 'hardware' | 'isRunning'>) {
  const { dateTime } = useFormat()
  const { heartbeat_health: health, last_heartbeat_at: at } = hardware
  const isSilent = health !== 'healthy' && health !== 'late'
  if (!isSilent && !isRunning) return null
  const silence =
    at === null
      ? t('This hardware has never reported; the command will probably time out.')
      : t('The last heartbeat of this hardware was at {{time}}; the command will probably time out.', {
          time: dateTime(at),
        })
  return (
    <p className={classes.warning} role="note">
      <IconAlertTriangle size={16} aria-hidden />
      {[isSilent && silence, isRunning && t('The same command is still running.')].filter(Boolean).join(' ')}
    </p>
  )
}
