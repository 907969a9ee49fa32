import type { Overstay, overstays } from '@wheelhouse/contract/overstays/overstays.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { MomentText } from '../../i18n/moment-text.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { useClock } from '../../ui/base/clock.ts'
import { Nothing } from '../../ui/data-table/cells.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { Duration, durationLabel, RelativeTime } from '../../ui/details/time.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { deviceName } from '../devices/device-labels.ts'
import { LocationLink } from '../locations/location-link.tsx'
import { UserLink } from '../users/user-link.tsx'
import { feeLabels, nextStepText, overstayName, shownState } from './overstay-labels.ts'
import classes from './overstays.module.css'

/** How long the bicycle has been beyond the limit. */
export function Age({ overstay: { exceeded_at, closed_at } }: { overstay: Overstay }) {
  if (closed_at !== null) return <Duration ms={Date.parse(closed_at) - Date.parse(exceeded_at)} />
  return <Duration since={exceeded_at} />
}

export const State = ({ overstay }: { overstay: Overstay }) => (
  <StatusText of="overstay" value={shownState(overstay)} word={nextStepText(overstay)} />
)

const isEnded = ({ state }: Overstay): boolean => state === 'closed' || state === 'idle'

/** When the step begins or takes effect; a paused one waits for nothing, and a removal for a person. */
export function NextAt({ overstay }: { overstay: Overstay }) {
  const { moment } = useFormat()
  const now = useClock(60_000, (at) => at)
  const { due_at, is_paused, keep_until, step } = overstay
  if (isEnded(overstay)) return <Nothing />
  if (is_paused) return <span className={classes.dim}>{t('Paused')}</span>
  if (step === 'release' && keep_until !== null)
    return <span>{t('Kept until {{time}}', { time: moment(keep_until) })}</span>
  if (due_at === null)
    return (
      <span className={classes.person}>
        {step === 'removal' ? t('Waiting for a technician') : t('Waiting for staff')}
      </span>
    )
  const left = Date.parse(due_at) - now
  return <span>{left <= 0 ? t('Now') : t('in {{time}}', { time: durationLabel(left) })}</span>
}

export function Fee({ overstay: { fee_minor, currency, fee_status } }: { overstay: Overstay }) {
  const { money } = useFormat()
  if (fee_minor === null || currency === null || fee_status === null) return <Nothing />
  return (
    <span className={classes.fee}>
      <small>{t(feeLabels[fee_status])}</small>
      {money(fee_minor, currency)}
    </span>
  )
}

export const overstayColumns: readonly ListColumn<typeof overstays>[] = [
  {
    id: 'exceeded_at',
    header: 'Beyond the limit',
    cell: (overstay) => <Age overstay={overstay} />,
    width: 140,
    pin: 'start',
    isHideable: false,
    isLink: true,
    watch: ({ closed_at }) => closed_at ?? '',
    exports: ['exceeded_at', 'limit_h'],
  },
  {
    id: 'step',
    header: 'Step',
    cell: (overstay) => <State overstay={overstay} />,
    width: 170,
    watch: (overstay) => `${shownState(overstay)} ${overstay.step}`,
    exports: ['step', 'state'],
  },
  {
    id: 'due_at',
    header: 'When',
    cell: (overstay) => <NextAt overstay={overstay} />,
    width: 240,
    watch: ({ due_at, state, is_paused }) => `${due_at} ${state} ${is_paused}`,
  },
  {
    id: 'location_label',
    header: 'Location',
    cell: ({ location_id, location_code, location_label }) => (
      <LocationLink id={location_id} label={location_label} code={location_code} />
    ),
    width: 240,
    isGrowing: true,
    exports: ['location_code', 'location_label'],
  },
  {
    id: 'device',
    header: 'Device',
    cell: ({ device_type: type, device_number: number }) => deviceName({ type, number }),
    width: 80,
    exports: ['device'],
  },
  {
    id: 'user',
    header: 'User',
    cell: ({ user_id, user_name }) =>
      user_id === null || user_name === null ? <Nothing /> : <UserLink id={user_id} name={user_name} />,
    width: 160,
    exports: ['user_id', 'user_name'],
  },
  {
    id: 'fee',
    header: 'Fee',
    cell: (overstay) => <Fee overstay={overstay} />,
    width: 150,
    align: 'end',
    watch: ({ fee_status }) => fee_status ?? '',
    exports: ['fee', 'currency', 'fee_status'],
  },
  { id: 'started_at', header: 'Parked since', cell: ({ started_at }) => <MomentText at={started_at} />, width: 150 },
  {
    id: 'closed_at',
    header: 'Closed',
    cell: ({ closed_at }) => (closed_at === null ? <Nothing /> : <MomentText at={closed_at} />),
    width: 140,
    isHiddenAtFirst: true,
    exports: ['closed_at', 'outcome'],
  },
]

export const OverstayCard = ({ overstay }: { overstay: Overstay }) => (
  <RowCard
    title={overstayName(overstay)}
    trailing={
      <span className={classes.age}>
        <Age overstay={overstay} />
      </span>
    }
    facts={<State overstay={overstay} />}
    childrenTrailing={<NextAt overstay={overstay} />}
  >
    {overstay.user_name ?? (
      <>
        {t('Parked')} <RelativeTime at={overstay.started_at} />
      </>
    )}
  </RowCard>
)
