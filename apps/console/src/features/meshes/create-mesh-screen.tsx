import { Button, Textarea } from '@mantine/core'
import { IconCamera, IconCheck, IconTopologyStar3, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { codeOf } from '@wheelhouse/contract/deep-link/deep-link.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { consoleDeadline } from '@wheelhouse/contract/commands/console-timeout.ts'
import { hardwareLines } from '@wheelhouse/contract/hardware/hardware.ts'
import type { HardwareLine } from '@wheelhouse/contract/hardware/hardware.ts'
import { getHardwareCommand } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { checkMesh, createMesh, meshAtLeast } from '@wheelhouse/contract/meshes/meshes.ts'
import type { MeshCandidate } from '@wheelhouse/contract/meshes/meshes.ts'
import { hardwareIdIn } from '@wheelhouse/contract/hardware/hardware-ids.ts'
import { call, useWrite } from '../../api/api.ts'
import { addressOf } from '../../http/http-client.ts'
import { TypedDraftNotice, useTypedDraft } from '../../forms/typed-draft.tsx'
import { LeaveDialog, useUnsaved } from '../../forms/unsaved.tsx'
import { failureText } from '../../shell/messages.ts'
import { useCanCall } from '../../session/can.ts'
import { hardwareId } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { useMoment } from '../../ui/base/clock.ts'
import { CommandProgress } from '../../ui/details/command-progress.tsx'
import { Link } from '../../ui/details/link.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'
import { deviceTypeWord } from '../devices/device-labels.ts'
import { HardwareLink } from '../hardware/hardware-link.tsx'
import { Scanner } from '../qr-sheets/code-picker.tsx'
import { meshPath } from './mesh-link.ts'
import { meshEnd } from './mesh-end.ts'
import classes from './meshes.module.css'

interface Made {
  mesh_id: string
  command: Command
}

/** Ids one per line, pasted or scanned; one of them is the controller, the others become its children. */
export function CreateMeshScreen() {
  const may = useCanCall(createMesh)
  const [text, setText] = useState('')
  const [made, setMade] = useState<Made | null>(null)
  // After a failure the ids are still there, to be corrected.
  const again = (isCreated: boolean): void => {
    if (isCreated) setText('')
    setMade(null)
  }
  return (
    <Page title={t('Create mesh')}>
      <div className={classes.page}>
        {!may && <NoPermission action="UPDATE" resource="hardware" />}
        {may && made !== null && <MeshProgress {...made} onAgain={again} />}
        {may && made === null && <MeshForm text={text} onText={setText} onMade={setMade} />}
      </div>
    </Page>
  )
}

/** The first thing that keeps these lines from being a mesh, in the words of spec section 5. */
function faultOf(lines: readonly HardwareLine[], candidates: ReadonlyMap<string, MeshCandidate>): string | null {
  const wrong = lines.find(({ fault }) => fault !== null)
  if (wrong?.fault) return t('Line {{line}}: {{fault}}', { line: wrong.line, fault: t(wrong.fault) })
  if (lines.length < meshAtLeast) return t('Invalid number of IDs')
  const refused = lines.find(({ hardware_id }) => candidates.get(hardware_id)?.refusal)
  const why = refused && candidates.get(refused.hardware_id)?.refusal
  return refused && why ? t('Line {{line}}: {{fault}}', { line: refused.line, fault: t(why) }) : null
}

const settledAfterMs = 400

/** What the server says of the ids that can be ids; asked again when the list rests. */
function useCandidates(lines: readonly HardwareLine[]): ReadonlyMap<string, MeshCandidate> {
  const ids = lines.filter(({ fault }) => fault === null).map(({ hardware_id }) => hardware_id)
  const [asked] = useDebouncedValue(ids.join(' '), settledAfterMs)
  const { data } = useQuery({
    queryKey: ['mesh-check', asked],
    queryFn: () => call(checkMesh, { body: { hardware_ids: asked.split(' ') } }),
    enabled: asked !== '',
    placeholderData: (last) => last,
  })
  return new Map(data?.items.map((item) => [item.hardware_id, item]))
}

interface MeshFormProps {
  text: string
  onText: (text: string) => void
  onMade: (made: Made) => void
}

function MeshForm({ text, onText, onMade }: MeshFormProps) {
  const [isAsked, setAsked] = useState(false)
  const write = useWrite(createMesh, { isQuiet: true })
  const draft = useTypedDraft(createMesh.method, addressOf(createMesh.path))
  const unsaved = useUnsaved(text.trim() !== '', draft.forget)
  const lines = hardwareLines(text)
  const candidates = useCandidates(lines)
  const fault = faultOf(lines, candidates)
  const take = (typed: string) => {
    onText(typed)
    draft.keep(typed.trim() === '' ? null : { text: typed })
    write.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (fault !== null || write.isPending) return
    write.mutate(
      { body: { hardware_ids: lines.map(({ hardware_id }) => hardware_id) } },
      { onSuccess: (made) => (draft.forget(), unsaved.release(), onMade(made)) },
    )
  }
  const failure = write.error === null ? null : failureText(createMesh.says.failed, write.error)
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TypedDraftNotice draft={draft} onRestore={({ text: kept }) => take(String(kept ?? ''))} />
      <p className={classes.lead}>
        {t(
          'The controller and its children get a new mesh ID. Children that the controller already manages stay in the mesh.',
        )}
      </p>
      <Textarea
        label={t('Hardware IDs')}
        description={t('One per line: one controller, the others are its children.')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        classNames={{ input: 'mono' }}
        autosize
        minRows={6}
        maxRows={14}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="characters"
        placeholder={'A4C1 38F0 9E00 …\nA4C1 38F0 9E01 …'}
        value={text}
        error={isAsked ? (fault ?? failure) : undefined}
        disabled={write.isPending}
        onChange={(event) => take(event.currentTarget.value)}
      />
      <ScanLines lines={lines} onText={take} />
      <Lines lines={lines} candidates={candidates} />
      <div className={classes.verbs}>
        <Button type="submit" variant="filled" loading={write.isPending} leftSection={<IconTopologyStar3 size={15} />}>
          {t('Create mesh')}
        </Button>
      </div>
      <LeaveDialog leaving={unsaved.leaving} changes={1} />
    </form>
  )
}

const scannedId = (read: string): string | null => hardwareIdIn(codeOf(read) ?? read)

/** Scanned ids must be valid and not yet scanned (spec 5). */
function ScanLines({ lines, onText }: { lines: readonly HardwareLine[]; onText: (text: string) => void }) {
  const [isScanning, setScanning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const scanned = (read: string): boolean => {
    const found = scannedId(read)
    // The one just taken is still before the camera.
    if (found !== null && lines.at(-1)?.hardware_id === found) return false
    const isKnown = lines.some(({ hardware_id }) => hardware_id === found)
    if (found === null) setProblem(t('Invalid Hardware ID'))
    else setProblem(isKnown ? t('Already scanned') : null)
    if (found !== null && !isKnown) onText([...lines.map((line) => line.text), hardwareId(found)].join('\n'))
    return false
  }
  return (
    <div className={classes.scan}>
      <Button leftSection={<IconCamera size={15} />} onClick={() => setScanning(!isScanning)}>
        {isScanning ? t('Stop scanning') : t('Scan one after the other')}
      </Button>
      {isScanning && <Scanner onRead={scanned} problem={problem} />}
    </div>
  )
}

interface LinesProps {
  lines: readonly HardwareLine[]
  candidates: ReadonlyMap<string, MeshCandidate>
}

/** Each line with what is known of it, or what is wrong with it. */
const Lines = ({ lines, candidates }: LinesProps) => (
  <>
    <p className={classes.lead} role="status">
      {lines.length === 1 ? t('1 ID') : t('{{count}} IDs', { count: lines.length })}
    </p>
    <ol className={classes.lines} aria-label={t('Hardware of the mesh')}>
      {lines.map((line) => {
        const known = candidates.get(line.hardware_id)
        const wrong = line.fault ?? known?.refusal ?? null
        return (
          <li key={line.line} data-wrong={wrong !== null || undefined}>
            {wrong === null ? (
              <IconCheck size={15} aria-hidden data-known={known !== undefined || undefined} />
            ) : (
              <IconX size={15} aria-hidden />
            )}
            <span className="mono">
              {line.fault === 'Invalid Hardware ID' ? line.text : hardwareId(line.hardware_id)}
            </span>
            <span>{known?.type ? deviceTypeWord(known.type) : ''}</span>
            {wrong !== null && <strong>{t(wrong)}</strong>}
          </li>
        )
      })}
    </ol>
  </>
)

const pollMs = 1_500

/** Spec 8: created, failed with the hardware's reason, or timed out. After a time-out of the console the true end is still asked for. */
function MeshProgress({ mesh_id, command: first, onAgain }: Made & { onAgain: (isCreated: boolean) => void }) {
  const params = { hardware_id: first.hardware_id, command_id: first.id }
  const { data: command = first } = useLive(
    getHardwareCommand,
    { params },
    { refetchInterval: ({ state }) => (state.data && state.data.status !== 'in_progress' ? false : pollMs) },
  )
  const { status, created_at } = command
  const end = meshEnd(command, useMoment(consoleDeadline(command)))
  return (
    <div className={classes.form}>
      <CommandProgress
        title={t('Create mesh {{id}}', { id: `${mesh_id.slice(0, 4)} ${mesh_id.slice(4)}` })}
        since={created_at}
        step={command.step}
        end={end}
      >
        {t('The controller looks for each of its children over the radio.')}
      </CommandProgress>
      {status === 'success' && (
        <p className={classes.lead}>
          <Link href={meshPath(mesh_id)}>{t('Show the mesh')}</Link> {t('or its controller')}{' '}
          <HardwareLink id={command.hardware_id} />.
        </p>
      )}
      <Missing command={command} />
      <div className={classes.verbs}>
        <Button onClick={() => onAgain(status === 'success')} disabled={end === undefined}>
          {status === 'success' ? t('Create another mesh') : t('Back to the IDs')}
        </Button>
      </div>
    </div>
  )
}

/** The children that the controller does not reach. */
function Missing({ command: { result } }: { command: Command }) {
  const missing = Array.isArray(result?.missing) ? result.missing.map(String) : []
  if (missing.length === 0) return null
  return (
    <ul className={classes.lines} aria-label={t('Not found by the controller')}>
      {missing.map((id) => (
        <li key={id} data-wrong>
          <IconX size={15} aria-hidden />
          <HardwareLink id={id} />
          <strong>{t('not found over the radio')}</strong>
        </li>
      ))}
    </ul>
  )
}
