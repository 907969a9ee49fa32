import { Button, Textarea } from '@mantine/core'
import { IconCamera, IconPlugConnected } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { assignManyHardware, hardwareLines } from '@wheelhouse/contract/hardware/hardware.ts'
import { ApiError } from '../../http/api-error.ts'
import { useWrite } from '../../api/api.ts'
import { addressOf } from '../../http/http-client.ts'
import { deviceName } from '../devices/device-labels.ts'
import { hardwareId } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { failureText } from '../../shell/messages.ts'
import { Scanner } from '../qr-sheets/code-picker.tsx'
import { TypedDraftNotice, useTypedDraft } from '../../forms/typed-draft.tsx'
import { UnsavedFoot, useUnsaved } from '../../forms/unsaved.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { listFault, pairsOf } from './hardware-lines.ts'
import { hardwareOf } from './stock-field.tsx'
import classes from './hardware.module.css'

interface AssignManyDialogProps {
  locationId: string
  /** In the order on the ground; those with hardware are left out. */
  devices: readonly Device[]
  onClose: () => void
}

/** One id a line, pasted or scanned one after the other, for devices in their physical order. All or none. */
export function AssignManyDialog({ locationId, devices, onClose }: AssignManyDialogProps) {
  const bare = devices.filter(({ hardware_id, delete_pending }) => hardware_id === null && !delete_pending)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={
        bare.length === 1
          ? t('Assign hardware to 1 device')
          : t('Assign hardware to {{count}} devices', { count: bare.length })
      }
      icon={IconPlugConnected}
      size={620}
    >
      {bare.length === 0 ? (
        <p className={classes.lead}>{t('All of these devices already have hardware. Swap it on the device itself.')}</p>
      ) : (
        <Lines locationId={locationId} devices={bare} left={devices.length - bare.length} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** Each refusal is shown at its line, so the ids cannot be a single field of a form. */
function Lines({ locationId, devices, left, onClose }: AssignManyDialogProps & { left: number }) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const [refused, setRefused] = useState<Refusals>(none)
  const field = useRef<HTMLTextAreaElement>(null)
  const write = useWrite(assignManyHardware, { isQuiet: true })
  const draft = useTypedDraft(
    assignManyHardware.method,
    addressOf(assignManyHardware.path, { location_id: locationId }),
  )
  const unsaved = useUnsaved(text.trim() !== '', draft.forget)
  const take = (typed: string) => {
    setText(typed)
    // Nobody scans forty labels twice.
    draft.keep(typed.trim() === '' ? null : { text: typed })
    setFault(undefined)
    setRefused(none)
  }
  const refuse = (words: string, lines: Refusals = none) => {
    setFault(words)
    setRefused(lines)
    field.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = listFault(text, devices.length)
    if (write.isPending) return
    if (wrong !== undefined) return refuse(wrong)
    const hardware_ids = hardwareLines(text).map(({ hardware_id }) => hardware_id)
    write.mutate(
      { params: { location_id: locationId }, body: { device_ids: devices.map(({ id }) => id), hardware_ids } },
      {
        onSuccess: () => (draft.forget(), unsaved.release(), onClose()),
        onError: (error) => {
          const lines = refusalsOf(error)
          refuse(
            lines.size === 0
              ? failureText(assignManyHardware.says.failed, error)
              : [...new Set(lines.values())].join(', '),
            lines,
          )
        },
      },
    )
  }
  return (
    <form className={classes.dialog} onSubmit={submit} noValidate>
      <TypedDraftNotice draft={draft} onRestore={({ text }) => take(String(text ?? ''))} />
      {left > 0 && (
        <p className={classes.lead}>
          {left === 1
            ? t('1 already has hardware and stays unchanged.')
            : t('{{count}} already have hardware and stay unchanged.', { count: left })}
        </p>
      )}
      <Textarea
        ref={field}
        label={t('Hardware IDs')}
        description={t('One per line, in the order of the devices below.')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        classNames={{ input: 'mono' }}
        autosize
        minRows={4}
        maxRows={10}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="characters"
        data-autofocus
        placeholder={'A4C1 38F0 9E00\nA4C1 38F0 9E01'}
        value={text}
        error={fault}
        disabled={write.isPending}
        onChange={(event) => take(event.currentTarget.value)}
      />
      <ScanMany text={text} count={devices.length} onText={take} />
      <Pairs text={text} devices={devices} refused={refused} />
      <UnsavedFoot unsaved={unsaved} changes={1}>
        <div className={classes.verbs}>
          <Button onClick={() => unsaved.ask(onClose)} disabled={write.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" variant="filled" loading={write.isPending}>
            {t('Assign')}
          </Button>
        </div>
      </UnsavedFoot>
    </form>
  )
}

/** Maps a hardware id to the reason why the server refused it. */
type Refusals = ReadonlyMap<string, string>
const none: Refusals = new Map()

function refusalsOf(error: unknown): Refusals {
  if (!(error instanceof ApiError) || error.result === null || !('batch' in error.result)) return none
  return new Map(
    error.result.batch.error_results.map(({ hardware_id, error_message }) => [String(hardware_id), error_message]),
  )
}

function problemOf(hardwareId: string | null, isKnown: boolean): string | null {
  if (hardwareId === null) return t('Invalid Hardware ID')
  return isKnown ? t('Already scanned') : null
}

/** Scans one label after the other, each only once, until every device has one. */
function ScanMany({ text, count, onText }: { text: string; count: number; onText: (text: string) => void }) {
  const [isScanning, setScanning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const lines = hardwareLines(text)
  const scanned = (read: string): boolean => {
    const found = hardwareOf(read)
    // The one just taken is still before the camera.
    if (found !== null && lines.at(-1)?.hardware_id === found) return false
    const isKnown = lines.some(({ hardware_id }) => hardware_id === found)
    setProblem(problemOf(found, isKnown))
    if (found === null || isKnown) return false
    onText([...lines.map((line) => line.text), hardwareId(found)].join('\n'))
    if (lines.length + 1 >= count) setScanning(false)
    return false
  }
  if (isScanning) return <Scanner onRead={scanned} problem={problem} />
  return (
    <div>
      <Button leftSection={<IconCamera size={15} />} onClick={() => setScanning(true)}>
        {t('Scan one after the other')}
      </Button>
    </div>
  )
}

/** Which goes where, and what is wrong with a line, at that line. */
const Pairs = ({ text, devices, refused }: { text: string; devices: readonly Device[]; refused: Refusals }) => {
  const { pairs, surplus } = pairsOf(text, devices)
  const count = pairs.filter(({ line }) => line !== undefined).length
  return (
    <>
      <p className={classes.lead} role="status">
        {t('{{ids}} of {{devices}} IDs', { ids: count + surplus.length, devices: devices.length })}
      </p>
      <ol className={classes.pairs} aria-label={t('Assignment')}>
        {pairs.map(({ device, line }) => {
          const wrong = line && (line.fault ?? refused.get(line.hardware_id))
          return (
            <li key={device.id} data-wrong={wrong ? true : undefined}>
              <span>{deviceName(device)}</span>
              {line === undefined ? (
                <span className={classes.second}>–</span>
              ) : (
                <span className="mono">{hardwareId(line.hardware_id)}</span>
              )}
              {wrong && <strong>{t(wrong)}</strong>}
            </li>
          )
        })}
        {surplus.map((line) => (
          <li key={line.line} data-wrong>
            <span>{t('Line {{line}}', { line: line.line })}</span>
            <span className="mono">{hardwareId(line.hardware_id)}</span>
            <strong>{t('No devices left')}</strong>
          </li>
        ))}
      </ol>
    </>
  )
}
