import { Button } from '@mantine/core'
import { IconCheck, IconCircleDashedCheck, IconCircleX, IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { hardwareTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import { acceptIntake, intakeDecisions, listIntakes, refuseIntake } from '@wheelhouse/contract/intake/intake.ts'
import type { Intake } from '@wheelhouse/contract/intake/intake.ts'
import { useMayDo } from '../../forms/action-button.tsx'
import { ContractForm } from '../../forms/contract-form.tsx'
import { hardwareId, useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { oneRow } from '../../lists/one-row.ts'
import { ThingPanel } from '../../live/thing-panel.tsx'
import { useLive } from '../../live/use-live.ts'
import { CopyableId, groupedHex } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { TextAreaField } from '../../ui/form/text-fields.tsx'
import { NoticeBar } from '../../ui/frame/bars.tsx'
import { HardwareLink } from '../hardware/hardware-link.tsx'
import { Decided, isDecided } from './decided.tsx'
import classes from './intake.module.css'

/** What it said of itself, and the decision. */
export function IntakePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const asked = useLive(listIntakes, { query: { id, limit: 1 } }, { isQuiet: true })
  return (
    <ThingPanel
      query={oneRow({ listed: undefined, asked })}
      failed={listIntakes.says.failed}
      missing={t('This hardware is no longer listed')}
      title={t('New hardware')}
      onClose={onClose}
    >
      {(intake) => <Opened intake={intake} onClose={onClose} />}
    </ThingPanel>
  )
}

/** `shown`: as it was in the panel when the person chose. */
interface Deciding {
  decision: 'accept' | 'refuse'
  shown: Intake
}

function Opened({ intake, onClose }: { intake: Intake; onClose: () => void }) {
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const mayDecide = useMayDo(acceptIntake)
  const next = intakeDecisions(
    intake.state,
    intake.children.some(({ is_refused }) => is_refused),
  )
  const actions = (
    <>
      {next.includes('accepted') && (
        <Button
          variant="filled"
          leftSection={<IconCheck size={15} />}
          onClick={() => setDeciding({ decision: 'accept', shown: intake })}
        >
          {intake.state === 'accepted' ? t('Accept refused hardware') : t('Accept')}
        </Button>
      )}
      {next.includes('refused') && (
        <Button
          leftSection={<IconCircleX size={15} />}
          onClick={() => setDeciding({ decision: 'refuse', shown: intake })}
        >
          {t('Refuse')}
        </Button>
      )}
    </>
  )
  return (
    <SidePanel
      onClose={onClose}
      title={t(hardwareTypeLabels[intake.type])}
      actions={mayDecide && next.length > 0 ? actions : undefined}
    >
      {intake.is_secret_pending && (
        <NoticeBar isBox icon={<IconKey size={16} aria-hidden />}>
          {t('The hardware was sent its own secret and signs in with that secret once it has confirmed receipt.')}
        </NoticeBar>
      )}
      {intake.state === 'extended' && (
        <NoticeBar isBox icon={<IconCircleDashedCheck size={16} aria-hidden />}>
          {t('The controller has named hardware that nobody knows. Accept it only if it was added to this mesh.')}
        </NoticeBar>
      )}
      <Facts intake={intake} />
      {intake.children.length > 0 && <Children intake={intake} />}
      {deciding !== null && (
        <DecisionDialog
          {...deciding}
          now={intake}
          isChanged={isChanged(deciding.shown, intake)}
          onClose={() => setDeciding(null)}
        />
      )}
    </SidePanel>
  )
}

function Facts({ intake }: { intake: Intake }) {
  const { dateTime } = useFormat()
  const { hardware_id, state, mesh_id, firmware_name, firmware_version, decided_at, decided_by_name, comment } = intake
  const decided =
    decided_at === null
      ? []
      : [
          { label: t('Decided by'), value: decided_by_name },
          { label: t('Decided'), value: dateTime(decided_at) },
          { label: t('Comment'), value: comment },
        ]
  return (
    <KeyValueGrid
      items={[
        {
          label: t('ID'),
          value: isKnown(intake) ? (
            <HardwareLink id={hardware_id} />
          ) : (
            <CopyableId id={hardware_id} isMono>
              {hardwareId(hardware_id)}
            </CopyableId>
          ),
        },
        { label: t('State'), value: <StatusText of="intake" value={state} /> },
        { label: t('MAC address'), value: <span className="mono">{intake.mac_address}</span> },
        { label: t('Mesh'), value: mesh_id === '00000000' ? t('None') : groupedHex(mesh_id) },
        { label: t('Firmware'), value: `${firmware_name} ${firmware_version}` },
        { label: t('PCB version'), value: intake.pcb_version },
        { label: t('Protocol version'), value: intake.protocol_version },
        { label: t('First seen'), value: dateTime(intake.first_seen_at) },
        { label: t('Last start'), value: dateTime(intake.last_seen_at) },
        { label: t('Starts'), value: String(intake.boots) },
        ...decided,
      ]}
    />
  )
}

const isKnown = ({ state }: Intake): boolean => state === 'accepted' || state === 'extended'

const Children = ({ intake }: { intake: Intake }) => (
  <section className={classes.section}>
    <h3>{t('Connected hardware')}</h3>
    <ul className={classes.rows}>
      {intake.children.map(({ hardware_id, type, is_added, is_refused }) => (
        <li key={hardware_id}>
          {isKnown(intake) && type !== null && !is_added && !is_refused ? (
            <HardwareLink id={hardware_id} />
          ) : (
            <CopyableId id={hardware_id} isMono>
              {hardwareId(hardware_id)}
            </CopyableId>
          )}
          <span className={classes.end}>
            {is_added && <StatusText of="intake" value="waiting" />}
            {is_refused && <StatusText of="intake" value="refused" />}
            {type === null ? t('Not started yet') : t(hardwareTypeLabels[type])}
          </span>
        </li>
      ))}
    </ul>
  </section>
)

interface DecisionDialogProps extends Deciding {
  /** As it is now. */
  now: Intake
  /** The panel shows other hardware by now. */
  isChanged: boolean
  onClose: () => void
}

function titleOf(isAccepting: boolean, count: number): string {
  if (count === 1) return isAccepting ? t('Accept 1 piece of hardware') : t('Refuse 1 piece of hardware')
  return isAccepting
    ? t('Accept {{count}} pieces of hardware', { count })
    : t('Refuse {{count}} pieces of hardware', { count })
}

/** The children that a decision is about: of an accepted mesh only what was added to it. */
const idsInQuestion = ({ state, children }: Intake): string[] =>
  children
    .filter(({ is_added, is_refused }) => {
      if (state === 'extended') return is_added
      return state === 'accepted' ? is_refused : true
    })
    .map(({ hardware_id }) => hardware_id)

const isChanged = (shown: Intake, now: Intake): boolean =>
  shown.state === now.state && String(idsInQuestion(shown)) !== String(idsInQuestion(now))

/** What was shown as added to a known mesh is refused by now. */
const isRefusedNow = (shown: Intake, now: Intake): boolean => {
  const asked = new Set(isKnown(shown) ? idsInQuestion(shown) : [])
  return now.children.some(({ hardware_id, is_refused }) => is_refused && asked.has(hardware_id))
}

/** How many pieces the decision is about, and what it does. */
function decisionOn(intake: Intake, isAccepting: boolean): { count: number; consequence: string } {
  const ids = idsInQuestion(intake)
  if (isKnown(intake))
    return {
      count: ids.length,
      consequence: isAccepting
        ? t('The added hardware goes to stock. Hardware that has not started yet goes there at its first start.')
        : t(
            'The added hardware stays out of stock, and the mesh stays as it is. You can still accept the hardware later.',
          ),
    }
  return {
    count: ids.length + 1,
    consequence: isAccepting
      ? t('The hardware goes to stock, and the controller receives its own secret.')
      : t('The broker no longer accepts the connection of this hardware. You can still accept the hardware later.'),
  }
}

function DecisionDialog({ shown, now, decision, isChanged, onClose }: DecisionDialogProps) {
  const [isLate, setLate] = useState(false)
  const { id } = shown
  const isAccepting = decision === 'accept'
  const { count, consequence } = decisionOn(shown, isAccepting)
  // A new controller is refused whatever it speaks for.
  const isAboutShown = isAccepting || isKnown(shown)
  const title = titleOf(isAccepting, count)
  const icon = isAccepting ? IconCheck : IconCircleX
  if (isLate)
    return (
      <Dialog opened onClose={onClose} title={title} icon={icon} size={480}>
        <Decided intake={now} isAdditionRefused={isRefusedNow(shown, now)} onClose={onClose} />
      </Dialog>
    )
  return (
    <Dialog opened onClose={onClose} title={title} icon={icon} size={480}>
      <ContractForm
        route={isAccepting ? acceptIntake : refuseIntake}
        params={{ intake_id: id }}
        defaults={{ comment: '', ...(isAboutShown && { hardware_ids: idsInQuestion(shown) }) }}
        saveLabel={isAccepting ? t('Accept') : t('Refuse')}
        hasDraft={false}
        onDone={onClose}
        onRefused={(error) => {
          const isOver = isDecided(error)
          setLate(isOver)
          return isOver
        }}
        onCancel={onClose}
      >
        <p className={classes.lead}>{consequence}</p>
        {isAboutShown && isChanged && (
          <NoticeBar isBox icon={<IconCircleDashedCheck size={16} aria-hidden />}>
            {t('The controller has named other hardware since. Cancel and check the new list.')}
          </NoticeBar>
        )}
        <TextAreaField name="comment" label={t('Comment')} maxLength={500} />
      </ContractForm>
    </Dialog>
  )
}
