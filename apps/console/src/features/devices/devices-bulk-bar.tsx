import { IconFolders, IconPlugConnected, IconPrinter, IconQrcode, IconSend, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { commandsInAll, countTypedAbove } from '@wheelhouse/contract/commands/command-bodies.ts'
import { sendCommands } from '@wheelhouse/contract/commands/commands.ts'
import { deleteDevices, devicesAtOnce, generateQrCodes } from '@wheelhouse/contract/devices/device-edit.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { changeManyBelongs } from '@wheelhouse/contract/permissions/bulk-belongs.ts'
import { idsAtOnce } from '@wheelhouse/contract/route.ts'
import type { BodyOf } from '@wheelhouse/contract/route.ts'
import { useBackgroundJob } from '../../lists/background-jobs.tsx'
import { deviceName } from './device-labels.ts'
import { t } from '../../i18n/i18n.ts'
import { useBulkWork } from '../../lists/bulk-work.ts'
import type { WorkOutcome } from '../../lists/bulk-work.ts'
import { idsOf } from '../../lists/list-bulk-outcome.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { BulkBar } from '../../ui/list-parts/bulk-bar.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import type { ConfirmAnswer } from '../../ui/dialogs/confirm-dialog.tsx'
import type { DeviceAction } from './device-actions.ts'
import { listLabels } from './device-numbers.ts'
import classes from './device-edit.module.css'

const DeviceGroupsDialog = lazyComponent(() =>
  import('../resource-groups/belongs-bulk-picker.tsx').then((module) => module.DeviceGroupsDialog),
)

type ManyAction = 'print' | 'assign_many'
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

type Asked = 'command' | 'qr' | 'groups' | 'delete'

/** Verbs over the selected devices; what failed stays selected, with its words. */
export function DevicesBulkBar(props: DevicesBulkBarProps) {
  const { devices, selected, allowed, hasNewCodes, onSelect, onAsk, commandDialog: Ask } = props
  const [asked, setAsked] = useState<Asked | null>(null)
  const [result, setResult] = useState<WorkOutcome | null>(null)
  const [jobId, setJobId] = useState<string | null>(null)
  const chosen = devices.filter(({ id }) => selected.has(id))
  const settle = (done: WorkOutcome) => {
    setAsked(null)
    setJobId(null)
    setResult(done)
    onSelect(idsOf(done.failures))
  }
  const chosenIds = chosen.map(({ id }) => id)
  const work = useBulkWork(chosenIds, {
    onDone: settle,
    onBrokenOff: (outcome) => (setResult(outcome), onSelect(new Set(outcome.rest))),
    onJob: (id) => (setAsked(null), setJobId(id)),
  })
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
      onClick: () => setAsked('groups'),
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
            work.start(sendCommands, (device_ids) => ({ body: { ...command, device_ids } }), commandsInAll)
          }
        />
      )}
      {asked === 'groups' && (
        <DeviceGroupsDialog
          {...question}
          onSend={(groups) =>
            work.start(changeManyBelongs, (ids) => ({ body: { ...groups, target: { ids } } }), idsAtOnce)
          }
        />
      )}
      {asked === 'delete' && (
        <DeleteQuestion
          {...question}
          onConfirm={() => work.start(deleteDevices, (device_ids) => ({ body: { device_ids } }), devicesAtOnce)}
        />
      )}
      {asked === 'qr' && (
        <QrQuestion
          {...question}
          onConfirm={({ reason }) =>
            work.start(
              generateQrCodes,
              (device_ids) => ({ body: { device_ids, replace: reason === 'replace' } }),
              devicesAtOnce,
            )
          }
        />
      )}
    </>
  )
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
      count={{ of: devices.length, from: countTypedAbove }}
    >
      <Lines>
        <p>{listLabels(devices)}</p>
        {built > 0 && (
          <p>
            {built === 1
              ? t('1 with hardware stays in delete pending until the hardware confirms; then it returns to stock.')
              : t(
                  '{{count}} with hardware stay in delete pending until the hardware confirms; then it returns to stock.',
                  { count: built },
                )}
          </p>
        )}
        {bare > 0 && (
          <p>
            {bare === 1
              ? t('1 without hardware is deleted immediately.')
              : t('{{count}} without hardware are deleted immediately.', { count: bare })}
          </p>
        )}
        {used > 0 && (
          <p>
            {used === 1
              ? t('1 is in use and cannot be deleted. End its session first.')
              : t('{{count}} are in use and cannot be deleted. End their sessions first.', { count: used })}
          </p>
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
              label: coded === 1 ? t('1 already has a code') : t('{{count}} already have a code', { count: coded }),
              options: [
                { value: 'keep', label: t('Keep existing codes') },
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
