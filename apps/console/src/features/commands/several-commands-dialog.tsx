import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconWaveSine } from '@tabler/icons-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import {
  commandsAtOnce,
  commandsAWave,
  countTypedAbove,
  forOperationsAbove,
  operationsHold,
  SeveralCommandsBody,
} from '@wheelhouse/contract/commands/command-bodies.ts'
import { commandRule } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { sendCommands } from '@wheelhouse/contract/commands/commands.ts'
import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import type { BodyOf } from '@wheelhouse/contract/route.ts'
import { useCan } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import { Link } from '../../ui/details/link.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { actionLabel } from '../permissions/action-labels.ts'
import { ChannelChoice, Choices, FieldError, HoldChoice } from './command-questions.tsx'
import { Comment, Reasons } from './command-dialog.tsx'
import { argsOf, commandLabel, isCommandName, targetName, useSendable, usualMinutes } from './command-offers.ts'
import classes from './commands.module.css'

interface SeveralCommandsProps {
  devices: readonly Device[]
  isBusy: boolean
  /** The error of the call itself. The list of devices shows which of them refused the command. */
  error: string | null
  onClose: () => void
  onSend: (body: SeveralCommands) => void
}
type SeveralCommands = Omit<BodyOf<typeof sendCommands>, 'device_ids'>

/** One command for all that are chosen: which, why, and above twenty how many. */
export function SeveralCommandsDialog(props: SeveralCommandsProps) {
  const { devices, isBusy, onClose } = props
  const title =
    devices.length === 1
      ? t('Send a command to 1 device')
      : t('Send a command to {{count}} devices', { count: devices.length })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={devices.length === 1 ? t('Send a command to 1 device') : title}
      size={460}
      isBusy={isBusy}
      isQuestion
    >
      <SeveralQuestion {...props} />
    </Dialog>
  )
}

function SeveralQuestion({ devices, isBusy, error, onClose, onSend }: SeveralCommandsProps) {
  const able = useSendable().filter((name) => devices.some(({ type }) => commandRule(name).device_types.includes(type)))
  const isPlanned = devices.length > 1 && able.includes('firmware_update')
  const offered = isPlanned ? able.filter((name) => name !== 'firmware_update') : able
  const [values, setValues] = useState<typeof nothingSaid>(nothingSaid)
  const [isAsked, setAsked] = useState(false)
  const name = isCommandName(values.name) ? values.name : null
  const rule = name && commandRule(name)
  const isCounted = rule?.dangerous === true && devices.length > countTypedAbove
  const isOperations = useCan(operationsHold)
  const isStopped = rule?.dangerous === true && devices.length > forOperationsAbove && !isOperations
  const set = (name: keyof typeof values) => (value: string) => setValues((now) => ({ ...now, [name]: value }))
  const device_ids = devices.map(({ id }) => id)
  const body = SeveralCommandsBody.safeParse({
    device_ids,
    name: values.name,
    reason: values.reason || undefined,
    comment: values.comment,
    args: argsOf(rule, values),
    ...(isCounted ? { count: Number(values.count) } : {}),
  })
  const wrong = (field: string) =>
    isAsked ? body.error?.issues.find(({ path }) => path[0] === field)?.message : undefined
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setAsked(true)
    if (body.success && !isBusy && !isStopped) onSend(body.data)
  }
  return (
    <form className={classes.dialog} onSubmit={submit} noValidate>
      <p className={classes.effect}>{namesOf(devices)}</p>
      <Choices
        name="name"
        label={t('Command')}
        options={offered}
        words={commandLabel}
        value={values.name}
        onChange={set('name')}
      />
      {isPlanned && <PlannedFirmware />}
      <FieldError id="several-name">{wrong('name') && t('Choose a command')}</FieldError>
      {rule !== null && <p className={classes.effect}>{t(rule.effect)}</p>}
      {rule !== null && <RefusedBeforehand devices={devices} types={rule.device_types} />}
      {rule?.has_hold === true && (
        <HoldChoice minutes={values.minutes} onMinutes={set('minutes')} error={wrong('args')} />
      )}
      {rule?.has_channel === true && (
        <ChannelChoice channel={values.channel || null} onChannel={set('channel')} error={wrong('args')} />
      )}
      {devices.length > commandsAtOnce && <InWaves isStopped={isStopped} />}
      <fieldset className={classes.reasons}>
        <Reasons value={values.reason} onChange={set('reason')} />
        <FieldError id="several-reason">{wrong('reason')}</FieldError>
      </fieldset>
      <Comment text={values.comment} onText={set('comment')} error={wrong('comment')} />
      {isCounted && (
        <TextInput
          label={t('Type {{count}} to continue', { count: devices.length })}
          inputMode="numeric"
          autoComplete="off"
          value={values.count}
          error={wrong('count') && t('Type {{count}} to confirm', { count: devices.length })}
          onChange={(event) => set('count')(event.currentTarget.value)}
        />
      )}
      <FieldError id="several-error">{error ?? wrong('device_ids')}</FieldError>
      <Verbs name={name} isBusy={isBusy} isStopped={isStopped} onClose={onClose} />
    </form>
  )
}

/** New firmware for several devices has a canary and a way back. */
const PlannedFirmware = () => (
  <p className={classes.effect}>
    {t('A firmware update of several devices is planned as a change set.')}{' '}
    <Link href="/hardware/firmware">{t('Go to Firmware')}</Link>
  </p>
)

/** Screens: dangerous actions. */
const InWaves = ({ isStopped }: { isStopped: boolean }) => (
  <p className={classes.warning} role="note">
    <IconWaveSine size={16} aria-hidden />
    {isStopped
      ? t(
          'To send this command to more than {{count}} devices, you need the permission “{{permission}}” on locations.',
          { count: forOperationsAbove, permission: actionLabel('location', 'FORCESTATUS') },
        )
      : t('Commands are sent in batches of {{count}}, each after the previous one has finished. You can stop them.', {
          count: commandsAWave,
        })}
  </p>
)

type VerbsProps = Pick<SeveralCommandsProps, 'isBusy' | 'onClose'> & { name: CommandName | null; isStopped: boolean }

function Verbs({ name, isBusy, isStopped, onClose }: VerbsProps) {
  const isDangerous = name !== null && commandRule(name).dangerous
  return (
    <div className={classes.verbs}>
      <Button data-autofocus type="button" onClick={onClose} disabled={isBusy}>
        {name === 'force_unlock' ? t('Keep locked') : t('Cancel')}
      </Button>
      <Button
        type="submit"
        variant="filled"
        color={isDangerous ? 'red' : 'wheelhouse'}
        loading={isBusy}
        disabled={isStopped}
      >
        {name === null ? t('Send') : commandLabel(name)}
      </Button>
    </div>
  )
}

const namedAtMost = 8
function namesOf(devices: readonly Device[]): string {
  const names = devices.slice(0, namedAtMost).map(({ type, number }) => targetName(type, number))
  const rest = devices.length - names.length
  const words = names.join(', ').replace(/^./, (first) => first.toUpperCase())
  return rest > 0 ? t('{{names}} and {{count}} more', { names: words, count: rest }) : words
}

const nothingSaid = { name: '', reason: '', comment: '', count: '', channel: '', minutes: usualMinutes }

/** `many` is a key of `t`; null where there is nothing to say. */
function countedLine(count: number, one: string, many: string): string | null {
  if (count === 0) return null
  return count === 1 ? one : t(many, { count })
}

/** Warns in advance about devices for which the server will refuse the command. They stay selected. */
function RefusedBeforehand({ devices, types }: { devices: readonly Device[]; types: readonly string[] }) {
  const other = devices.filter(({ type }) => !types.includes(type)).length
  const bare = devices.filter(({ type, hardware_id }) => types.includes(type) && hardware_id === null).length
  const silent = devices.filter(
    ({ hardware_id, heartbeat_health: health }) => hardware_id !== null && health.includes('offline'),
  ).length
  const lines = [
    countedLine(other, t('1 of them does not support this command.'), '{{count}} of them do not support this command.'),
    countedLine(bare, t('1 of them has no hardware.'), '{{count}} of them have no hardware.'),
    countedLine(
      silent,
      t('1 of them is offline; its command will probably time out.'),
      '{{count}} of them are offline; their commands will probably time out.',
    ),
  ].filter((line) => line !== null)
  if (lines.length === 0) return null
  return (
    <p className={classes.warning} role="note">
      <IconAlertTriangle size={16} aria-hidden />
      {lines.join(' ')}
    </p>
  )
}
