import { Button } from '@mantine/core'
import { IconCheck, IconCircleX, IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { hardwareTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import { acceptIntake, listIntakes, nextIntakeStates, refuseIntake } from '@wheelhouse/contract/intake/intake.ts'
import type { Intake } from '@wheelhouse/contract/intake/intake.ts'
import { useMayDo } from '../../forms/action-button.tsx'
import { ContractForm } from '../../forms/contract-form.tsx'
import { hardwareId, useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { CopyableId, groupedHex } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { TextAreaField } from '../../ui/form/text-fields.tsx'
import { NoticeBar } from '../../ui/frame/bars.tsx'
import { ErrorState, NoData, Skeleton } from '../../ui/frame/states.tsx'
import { HardwareLink } from '../hardware/hardware-link.tsx'
import classes from './intake.module.css'

/** What it said of itself, and the decision. */
export function IntakePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useLive(listIntakes, { query: { id, limit: 1 } }, { isQuiet: true })
  const intake = data?.items[0]
  if (intake !== undefined) return <Opened intake={intake} onClose={onClose} />
  return (
    <SidePanel onClose={onClose} title={t('New hardware')}>
      {data === undefined && error === null && <Skeleton lines={8} />}
      {data !== undefined && <NoData title={t('This hardware is no longer listed')} />}
      {error !== null && (
        <ErrorState title={listIntakes.says.failed} detail={error.message} onRetry={() => void refetch()} />
      )}
    </SidePanel>
  )
}

function Opened({ intake, onClose }: { intake: Intake; onClose: () => void }) {
  const [deciding, setDeciding] = useState<'accept' | 'refuse' | null>(null)
  const mayDecide = useMayDo(acceptIntake)
  const next = nextIntakeStates[intake.state]
  const actions = (
    <>
      {next.includes('accepted') && (
        <Button variant="filled" leftSection={<IconCheck size={15} />} onClick={() => setDeciding('accept')}>
          {t('Accept')}
        </Button>
      )}
      {next.includes('refused') && (
        <Button leftSection={<IconCircleX size={15} />} onClick={() => setDeciding('refuse')}>
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
      <Facts intake={intake} />
      {intake.children.length > 0 && <Children intake={intake} />}
      {deciding !== null && <DecisionDialog intake={intake} decision={deciding} onClose={() => setDeciding(null)} />}
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
          value:
            state === 'accepted' ? (
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

const Children = ({ intake: { children, state } }: { intake: Intake }) => (
  <section className={classes.section}>
    <h3>{t('Connected hardware')}</h3>
    <ul className={classes.rows}>
      {children.map(({ hardware_id, type }) => (
        <li key={hardware_id}>
          {state === 'accepted' && type !== null ? (
            <HardwareLink id={hardware_id} />
          ) : (
            <CopyableId id={hardware_id} isMono>
              {hardwareId(hardware_id)}
            </CopyableId>
          )}
          <span className={classes.end}>{type === null ? t('Not started yet') : t(hardwareTypeLabels[type])}</span>
        </li>
      ))}
    </ul>
  </section>
)

interface DecisionDialogProps {
  intake: Intake
  decision: 'accept' | 'refuse'
  onClose: () => void
}

function titleOf(isAccepting: boolean, count: number): string {
  if (count === 1) return isAccepting ? t('Accept 1 piece of hardware') : t('Refuse 1 piece of hardware')
  return isAccepting
    ? t('Accept {{count}} pieces of hardware', { count })
    : t('Refuse {{count}} pieces of hardware', { count })
}

function DecisionDialog({ intake: { id, children }, decision, onClose }: DecisionDialogProps) {
  const isAccepting = decision === 'accept'
  const title = titleOf(isAccepting, children.length + 1)
  const consequence = isAccepting
    ? t('The hardware goes to stock, and the controller receives its own secret.')
    : t('The broker no longer accepts the connection of this hardware. You can still accept the hardware later.')
  return (
    <Dialog opened onClose={onClose} title={title} icon={isAccepting ? IconCheck : IconCircleX} size={480}>
      <ContractForm
        route={isAccepting ? acceptIntake : refuseIntake}
        params={{ intake_id: id }}
        defaults={{ comment: '' }}
        saveLabel={isAccepting ? t('Accept') : t('Refuse')}
        hasDraft={false}
        onDone={onClose}
        onCancel={onClose}
      >
        <p className={classes.lead}>{consequence}</p>
        <TextAreaField name="comment" label={t('Comment')} maxLength={500} />
      </ContractForm>
    </Dialog>
  )
}
