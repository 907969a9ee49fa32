import { Button } from '@mantine/core'
import { IconCheck, IconCircleDashedCheck, IconCircleX, IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { hardwareTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import { acceptIntake, listIntakes, nextIntakeStates, refuseIntake } from '@wheelhouse/contract/intake/intake.ts'
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
  const next = nextIntakeStates[intake.state]
  const actions = (
    <>
      {next.includes('accepted') && (
        <Button
          variant="filled"
          leftSection={<IconCheck size={15} />}
          onClick={() => setDeciding({ decision: 'accept', shown: intake })}
        >
          {t('Accept')}
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
        <DecisionDialog {...deciding} isChanged={isChanged(deciding.shown, intake)} onClose={() => setDeciding(null)} />
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
      {intake.children.map(({ hardware_id, type, is_added }) => (
        <li key={hardware_id}>
          {isKnown(intake) && type !== null && !is_added ? (
            <HardwareLink id={hardware_id} />
          ) : (
            <CopyableId id={hardware_id} isMono>
              {hardwareId(hardware_id)}
            </CopyableId>
          )}
          <span className={classes.end}>
            {is_added && <StatusText of="intake" value="waiting" />}
            {type === null ? t('Not started yet') : t(hardwareTypeLabels[type])}
          </span>
        </li>
      ))}
    </ul>
  </section>
)

interface DecisionDialogProps extends Deciding {
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

const idsToAccept = ({ state, children }: Intake): string[] =>
  children.filter(({ is_added }) => is_added || state !== 'extended').map(({ hardware_id }) => hardware_id)

const isChanged = (shown: Intake, now: Intake): boolean =>
  shown.state === now.state && String(idsToAccept(shown)) !== String(idsToAccept(now))

/** How many pieces the decision is about, and what it does. */
function decisionOn(intake: Intake, isAccepting: boolean): { count: number; consequence: string } {
  const ids = idsToAccept(intake)
  if (intake.state === 'extended')
    return {
      count: ids.length,
      consequence: t(
        'The added hardware goes to stock. Hardware that has not started yet goes there at its first start.',
      ),
    }
  return {
    count: ids.length + 1,
    consequence: isAccepting
      ? t('The hardware goes to stock, and the controller receives its own secret.')
      : t('The broker no longer accepts the connection of this hardware. You can still accept the hardware later.'),
  }
}

function DecisionDialog({ shown, decision, isChanged, onClose }: DecisionDialogProps) {
  const { id } = shown
  const isAccepting = decision === 'accept'
  const { count, consequence } = decisionOn(shown, isAccepting)
  const title = titleOf(isAccepting, count)
  return (
    <Dialog opened onClose={onClose} title={title} icon={isAccepting ? IconCheck : IconCircleX} size={480}>
      <ContractForm
        route={isAccepting ? acceptIntake : refuseIntake}
        params={{ intake_id: id }}
        defaults={{ comment: '', ...(isAccepting && { hardware_ids: idsToAccept(shown) }) }}
        saveLabel={isAccepting ? t('Accept') : t('Refuse')}
        hasDraft={false}
        onDone={onClose}
        onCancel={onClose}
      >
        <p className={classes.lead}>{consequence}</p>
        {isAccepting && isChanged && (
          <NoticeBar isBox icon={<IconCircleDashedCheck size={16} aria-hidden />}>
            {t('The controller has named other hardware since. Cancel and check the new list.')}
          </NoticeBar>
        )}
        <TextAreaField name="comment" label={t('Comment')} maxLength={500} />
      </ContractForm>
    </Dialog>
  )
}
