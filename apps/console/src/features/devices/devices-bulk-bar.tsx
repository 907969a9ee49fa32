import { IconFolders, IconPlugConnected, IconPrinter, IconQrcode, IconSend, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { commandsInAll, sendCommands } from '@wheelhouse/contract/commands/commands.ts'
import { deleteDevices, devicesAtOnce, generateQrCodes } from '@wheelhouse/contract/devices/device-edit.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import type { BodyOf } from '@wheelhouse/contract/route.ts'
import { ApiError } from '../../http/api-error.ts'
import { call, refetch } from '../../api/api.ts'
import { useBackgroundJob } from '../../lists/background-jobs.tsx'
import { deviceName } from './device-labels.ts'
import { t } from '../../i18n/i18n.ts'
import { bulkOutcome, chunksOf } from '../../lists/list-bulk-outcome.ts'
import type { BulkFailed } from '../../lists/list-bulk-outcome.ts'
import { failureText } from '../../shell/messages.ts'
import { BulkBar } from '../../ui/list-parts/bulk-bar.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import type { ConfirmAnswer } from '../../ui/dialogs/confirm-dialog.tsx'
import type { DeviceAction } from './device-actions.ts'
import { listLabels } from './device-numbers.ts'
import classes from './device-edit.module.css'

type ManyAction = 'print' | 'assign_many' | 'groups_many'
/** Asked in a dialog of another feature. */
export type ManyAsked = { [Action in ManyAction]: { action: Action; devices: readonly Device[] } }[ManyAction]

interface DevicesBulkBarProps {
  devices: readonly Device[]
  selected: ReadonlySet<string>
  allowed: readonly DeviceAction[]
  /** New QR codes may be given here. */
  hasNewCodes: boolean
  onSelect: (ids: ReadonlySet<string>) => void
  /** Dialogs of other features, for the selected ones. */
  onAsk: (asked: ManyAsked) => void
  /** Asks which command; absent for those who may send none. */
  commandDialog: ComponentType<CommandDialogProps> | undefined
}

type CommandAsked = Omit<BodyOf<typeof sendCommands>, 'device_ids'>
interface CommandDialogProps extends Omit<QuestionProps, 'onConfirm'> {
  onSend: (command: CommandAsked) => void
}

type Asked = 'command' | 'qr' | 'delete'

/** Verbs over the selected devices; what failed stays selected, with its words. */
export function DevicesBulkBar(props: DevicesBulkBarProps) {
  const { devices, selected, allowed, hasNewCodes, onSelect, onAsk, commandDialog: Ask } = props
  const [asked, setAsked] = useState<Asked | null>(null)
  const [result, setResult] = useState<Outcome | null>(null)
  const [jobId, setJobId] = useState<string | null>(null)
  const chosen = devices.filter(({ id }) => selected.has(id))
  const settle = (done: Outcome) => {
    setAsked(null)
    setJobId(null)
    setResult(done)
    onSelect(new Set(done.failures.map(({ id }) => id)))
  }
  const work = useWork(settle)
  const { job, cancel } = useBackgroundJob(jobId, settle)
  const clear = () => (setResult(null), setJobId(null), onSelect(new Set()))
  if (chosen.length === 0 && result === null && jobId === null) return null
  const nameOf = (id: string) => {
    const device = devices.find((one) => one.id === id)
    return device && deviceName(device)
  }
  const verbs = [
    Ask !== undefined && { label: t('Command'), icon: IconSend, onClick: () => setAsked('command') },
    allowed.includes('qr') && {
      label: t('Print labels'),
      icon: IconPrinter,
      onClick: () => onAsk({ action: 'print', devices: chosen }),
    },
    hasNewCodes && allowed.includes('qr') && { label: t('QR codes'), icon: IconQrcode, onClick: () => setAsked('qr') },
    allowed.includes('hardware') &&
      chosen.some(({ hardware_id }) => hardware_id === null) && {
        label: t('Assign hardware'),
        icon: IconPlugConnected,
        onClick: () => onAsk({ action: 'assign_many', devices: chosen }),
      },
    allowed.includes('groups') && {
      label: t('Groups'),
      icon: IconFolders,
      onClick: () => onAsk({ action: 'groups_many', devices: chosen }),
    },
    allowed.includes('delete') && {
      label: t('Delete'),
      icon: IconTrash,
      isDanger: true,
      onClick: () => setAsked('delete'),
    },
  ]
  const question = {
    devices: chosen,
    isBusy: work.isBusy,
    error: work.error,
    onClose: () => (work.forget(), setAsked(null)),
  }
  return (
    <>
      <BulkBar
        selected={chosen.length}
        total={devices.length}
        onAll={() => onSelect(new Set(devices.map(({ id }) => id)))}
        onClose={clear}
        actions={verbs
          .filter((verb) => verb !== false)
          .map((verb) => ({ ...verb, onClick: () => (setResult(null), verb.onClick()) }))}
        job={jobId === null ? null : { title: '', total: chosen.length, done: 0, failed: 0, ...job, onCancel: cancel }}
        result={
          result && {
            done: result.done,
            failures: result.failures.map(({ id, message }) => ({ id, name: nameOf(id), words: message })),
          }
        }
      />
      {asked === 'command' && Ask !== undefined && (
        <Ask
          {...question}
          onSend={(command) =>
            work.start(
              sendCommands.says.failed,
              chosen,
              async (device_ids) => {
                const { background_job_id } = await call(sendCommands, { body: { ...command, device_ids } }, onceKey())
                return background_job_id !== null && (setAsked(null), setJobId(background_job_id), true)
              },
              commandsInAll,
            )
          }
        />
      )}
      {asked === 'delete' && (
        <DeleteQuestion
          {...question}
          onConfirm={() =>
            work.start(deleteDevices.says.failed, chosen, (device_ids) =>
              call(deleteDevices, { body: { device_ids } }, onceKey()),
            )
          }
        />
      )}
      {asked === 'qr' && (
        <QrQuestion
          {...question}
          onConfirm={({ reason }) =>
            work.start(generateQrCodes.says.failed, chosen, (device_ids) =>
              call(generateQrCodes, { body: { device_ids, replace: reason === 'replace' } }, onceKey()),
            )
          }
        />
      )}
    </>
  )
}

const onceKey = () => ({ idempotencyKey: crypto.randomUUID() })

interface Outcome {
  done: number
  failures: BulkFailed[]
}

/**
 * As many a call as the server takes; a refusal of some is a result, of the call itself an error. `send` says whether it goes on in
 * the background.
 */
function useWork(onDone: (result: Outcome) => void) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const run = async (
    failed: string,
    devices: readonly Device[],
    send: (ids: string[]) => Promise<unknown>,
    atOnce = devicesAtOnce,
  ) => {
    setBusy(true)
    setError(null)
    const failures: BulkFailed[] = []
    try {
      let goesOn = false
      for (const ids of chunksOf(
        devices.map(({ id }) => id),
        atOnce,
      ))
        if ((await send(ids).catch((refusal: unknown) => void failures.push(...refusedIn(refusal)))) === true)
          goesOn = true
      if (!goesOn) onDone({ done: devices.length - failures.length, failures })
    } catch (refusal) {
      setError(failureText(failed, refusal))
    } finally {
      setBusy(false)
      void refetch([...(deleteDevices.changes ?? []), ...sendCommands.changes])
    }
  }
  return {
    isBusy,
    error,
    forget: () => setError(null),
    start: (...asked: Parameters<typeof run>) => void (isBusy || run(...asked)),
  }
}

function refusedIn(refusal: unknown): BulkFailed[] {
  const named =
    refusal instanceof ApiError && refusal.result !== null && 'batch' in refusal.result
      ? bulkOutcome(refusal.result.batch)
      : null
  if (named === null) throw refusal
  return named
}

interface QuestionProps {
  devices: readonly Device[]
  isBusy: boolean
  error: string | null
  onClose: () => void
  onConfirm: (answer: ConfirmAnswer) => void
}

const Lines = ({ children }: { children: ReactNode }) => <div className={classes.what}>{children}</div>

const DeleteQuestion = ({ devices, ...props }: QuestionProps) => {
  const used = devices.filter(({ session }) => session !== null).length
  const built = devices.filter(({ hardware_id, session }) => session === null && hardware_id !== null).length
  const bare = devices.length - used - built
  return (
    <ConfirmDialog
      opened
      {...props}
      icon={IconTrash}
      title={devices.length === 1 ? t('Delete 1 device?') : t('Delete {{count}} devices?', { count: devices.length })}
      confirmLabel={t('Delete')}
      keepLabel={t('Keep devices')}
      isDanger
      count={{ of: devices.length }}
    >
      <Lines>
        <p>{listLabels(devices)}</p>
        {built > 0 && (
          <p>
            {t(
              '{{count}} with hardware stay in delete pending until the hardware confirms; then it returns to stock.',
              {
                count: built,
              },
            )}
          </p>
        )}
        {bare > 0 && <p>{t('{{count}} without hardware are deleted at once.', { count: bare })}</p>}
        {used > 0 && (
          <p>{t('{{count}} are in use and cannot be deleted. End their sessions first.', { count: used })}</p>
        )}
      </Lines>
    </ConfirmDialog>
  )
}

const QrQuestion = ({ devices, ...props }: QuestionProps) => {
  const coded = devices.filter(({ qr_code }) => qr_code !== null).length
  return (
    <ConfirmDialog
      opened
      {...props}
      icon={IconQrcode}
      title={
        devices.length === 1
          ? t('Generate a QR code for 1 device?')
          : t('Generate QR codes for {{count}} devices?', { count: devices.length })
      }
      confirmLabel={t('Generate')}
      keepLabel={t('Cancel')}
      {...(coded === 0
        ? {}
        : {
            reason: {
              label: t('{{count}} already have a code', { count: coded }),
              options: [
                { value: 'keep', label: t('Keep the existing codes') },
                { value: 'replace', label: t('Replace the existing codes') },
              ],
            },
          })}
    >
      <Lines>
        <p>{listLabels(devices)}</p>
        <p>
          {t(
            'New codes are pending until their stickers are applied and scanned. Until then the previous codes still work.',
          )}
        </p>
      </Lines>
    </ConfirmDialog>
  )
}
