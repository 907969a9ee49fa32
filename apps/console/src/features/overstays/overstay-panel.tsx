import {
  IconAlertCircle,
  IconBan,
  IconBell,
  IconCoin,
  IconFlag,
  IconHourglass,
  IconPlayerSkipForward,
  IconTruckDelivery,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { getOverstay } from '@wheelhouse/contract/overstays/overstays.ts'
import type { OverstayDetails, OverstayRecord } from '@wheelhouse/contract/overstays/overstays.ts'
import type { OverstayAction, OverstayStep } from '@wheelhouse/contract/overstays/overstay-steps.ts'
import { logEntryName } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { ThingPanel } from '../../live/thing-panel.tsx'
import { useLive } from '../../live/use-live.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { Link } from '../../ui/details/link.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { Timeline } from '../../ui/details/timeline.tsx'
import type { TimelineStep } from '../../ui/details/timeline.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { DeviceLink } from '../devices/device-link.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { ParkingSessionLink } from '../parking-sessions/parking-session-link.tsx'
import { UserLink } from '../users/user-link.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import { OverstayActions } from './overstay-actions.tsx'
import { Fee, NextAt } from './overstay-columns.tsx'
import { nextStepText, overstayName, recordTitle, shownState } from './overstay-labels.ts'
import classes from './overstays.module.css'

/** The removal order, as the maintenance log names it. */
export interface OrderRef {
  location_id: string
  log_entry_id: string
}

interface OpenOverstayProps {
  id: string
  /** Photos belong to the maintenance log: the application puts them in. */
  photos?: ((order: OrderRef) => ReactNode) | undefined
  onClose: () => void
}

/** One overstay beside the list: what comes next, what may be done about it, and everything that happened. */
export function OpenOverstay({ id, photos, onClose }: OpenOverstayProps) {
  const overstay = useLive(
    getOverstay,
    { params: { overstay_id: id } },
    {
      isQuiet: true,
      // The path names neither the order nor the payment.
      isRelevant: ({ id: changed }): boolean =>
        [id, overstay.data?.log_entry_id, overstay.data?.payment_id].includes(changed),
    },
  )
  return (
    <ThingPanel
      query={overstay}
      failed={getOverstay.says.failed}
      missing={notFoundText(t('overstay'))}
      bones={<Skeleton lines={10} />}
      title={t('Overstay')}
      onClose={onClose}
    >
      {(found) => <Panel overstay={found} photos={photos} onClose={onClose} />}
    </ThingPanel>
  )
}

type PanelProps = Omit<OpenOverstayProps, 'id'> & { overstay: OverstayDetails }

function Panel({ overstay, photos, onClose }: PanelProps) {
  const { location_id, log_entry_id, step, state } = overstay
  const hasPhotos = (state === 'pending' && step === 'removal') || overstay.photos > 0
  return (
    <SidePanel
      onClose={onClose}
      title={overstayName(overstay)}
      trailing={<StatusText of="overstay" value={shownState(overstay)} />}
      actions={<OverstayActions overstay={overstay} />}
    >
      {overstay.state !== 'closed' && <Next overstay={overstay} />}
      {photos && log_entry_id !== null && hasPhotos && (
        <section className={classes.part}>
          <h3>{t('Photos of the removal')}</h3>
          <div className={classes.photos}>{photos({ location_id, log_entry_id })}</div>
        </section>
      )}
      <section className={classes.part}>
        <Facts overstay={overstay} />
      </section>
      <section className={classes.part}>
        <h3>{t('Timeline')}</h3>
        <Story overstay={overstay} />
      </section>
    </SidePanel>
  )
}

/** What comes next, and when, in one line. */
function Next({ overstay }: { overstay: OverstayDetails }) {
  const { moment } = useFormat()
  const { state, step, due_at, photos, is_paused } = overstay
  if (is_paused)
    return (
      <p className={classes.next}>
        <strong>{nextStepText(overstay)}</strong>
        {t('Paused: overstays are switched off here, or the limit was raised.')}
      </p>
    )
  const isRemoval = state === 'pending' && step === 'removal'
  return (
    <p className={classes.next}>
      <strong>
        {nextStepText(overstay)}
        {due_at !== null && `, ${moment(due_at)}`}
      </strong>
      {isRemoval && photos === 0 && t('Take a photo of the bike, then confirm its removal.')}
      {isRemoval && photos > 0 && t('The photo is saved. Confirm the removal when the bike is out of the dock.')}
      {state === 'planned' && t('Starts automatically unless the bike is collected first.')}
      {state === 'pending' && due_at !== null && t('You can undo this until then.')}
      {state === 'pending' && step === 'release' && <NextAt overstay={overstay} />}
      {state === 'idle' && t('Closes when the bike is collected.')}
    </p>
  )
}

function Facts({ overstay }: { overstay: OverstayDetails }) {
  const { dateTime } = useFormat()
  const { location_id, location_label, location_code, log_entry_id, log_entry_number, user_id, user_name } = overstay
  return (
    <KeyValueGrid
      items={[
        { label: t('Location'), value: <LocationLink id={location_id} label={location_label} code={location_code} /> },
        {
          label: t('Device'),
          value: (
            <DeviceLink
              id={overstay.device_id}
              locationId={location_id}
              type={overstay.device_type}
              number={overstay.device_number}
            />
          ),
        },
        {
          label: t('User'),
          value: user_id !== null && user_name !== null && <UserLink id={user_id} name={user_name} />,
        },
        { label: t('Session'), value: <ParkingSessionLink id={overstay.id} /> },
        { label: t('Parked since'), value: <RelativeTime at={overstay.started_at} /> },
        {
          label: t('Limit'),
          value: t('{{count}} h, passed {{time}}', { count: overstay.limit_h, time: dateTime(overstay.exceeded_at) }),
        },
        { label: t('Fee'), value: overstay.fee_minor !== null && <Fee overstay={overstay} /> },
        {
          label: t('Payment'),
          value: overstay.payment_id !== null && overstay.payment_state !== null && (
            <Link href={`/payments?open=${overstay.payment_id}`}>
              <StatusText of="payment" value={overstay.payment_state} />
            </Link>
          ),
        },
        {
          label: t('Removal order'),
          value: log_entry_id !== null && log_entry_number !== null && (
            <Link href={`/maintenance-log?state=all&open=${location_id}.${log_entry_id}`}>
              {logEntryName(log_entry_number)}
            </Link>
          ),
        },
        { label: t('Kept until'), value: overstay.keep_until !== null && dateTime(overstay.keep_until) },
        { label: t('ID'), value: <CopyableId id={overstay.id} isMono /> },
        // What there is not, or what the reader may not see, has no line.
      ].filter(({ value }) => value !== false)}
    />
  )
}

const stepIcons: Record<OverstayStep, TablerIcon> = {
  reminder: IconBell,
  notice: IconAlertCircle,
  fee: IconCoin,
  removal: IconTruckDelivery,
  release: IconFlag,
}
const actionIcons: Partial<Record<OverstayAction, TablerIcon>> = {
  opened: IconHourglass,
  skipped: IconPlayerSkipForward,
  fee_cancelled: IconBan,
  fee_waived: IconBan,
  closed: IconFlag,
}

function Story({ overstay }: { overstay: OverstayDetails }) {
  const { exact } = useFormat()
  const isOpen = overstay.state === 'planned' || overstay.state === 'pending'
  const next: TimelineStep = {
    id: 'next',
    title: nextStepText(overstay),
    detail: <NextAt overstay={overstay} />,
    isOpen: true,
  }
  return <Timeline steps={[...overstay.records.map((record) => stepOf(record, exact)), ...(isOpen ? [next] : [])]} />
}

function stepOf(record: OverstayRecord, exact: (at: string) => string): TimelineStep {
  const { step, action, actor_kind, actor_name, reason } = record
  const by = actor_kind === 'person' && actor_name !== null ? actor_name : null
  const detail = [by, reason].filter(Boolean).join(': ')
  const icon = actionIcons[action] ?? (step === null ? undefined : stepIcons[step])
  return {
    id: record.id,
    title: recordTitle(record),
    time: exact(record.at),
    ...(icon === undefined ? {} : { icon }),
    ...(detail === '' ? {} : { detail }),
    ...(action === 'done' ? { tone: 'text' as const } : {}),
  }
}
