import { IconPhoto } from '@tabler/icons-react'
import type { Feedback, feedbackList } from '@wheelhouse/contract/feedback/feedback.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing } from '../../ui/data-table/cells.tsx'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { ParkingSessionLink } from '../parking-sessions/parking-session-link.tsx'
import { RentalSessionLink } from '../rental-sessions/rental-session-link.tsx'
import { UserLink } from '../users/user-link.tsx'
import { typeLabels } from './feedback-labels.ts'
import classes from './feedback.module.css'

export function Type({ type }: Pick<Feedback, 'type'>) {
  const { word, icon: Icon } = typeLabels[type]
  return (
    <span className={classes.type} data-type={type}>
      <Icon size={14} aria-hidden /> {t(word)}
    </span>
  )
}

const stars = [1, 2, 3, 4, 5]

/** Five stars with the number for those who do not see them. */
export function Stars({ rating }: Pick<Feedback, 'rating'>) {
  if (rating === null) return <Nothing />
  return (
    <span
      className={classes.stars}
      role="img"
      aria-label={t('{{value}} of 5', { value: rating })}
      data-low={rating <= 2 || undefined}
    >
      {stars.map((star) => (star <= rating ? '★' : '☆')).join('')}
    </span>
  )
}

export function Moment({ at }: { at: string }) {
  const { moment, exact } = useFormat()
  return (
    <time dateTime={at} data-tip={exact(at)}>
      {moment(at)}
    </time>
  )
}

/** The parking session or rental that the feedback is about. */
export function About({ parking_session_id: stay, rental_session_id: ride }: Feedback) {
  if (stay !== null) return <ParkingSessionLink id={stay} />
  return ride === null ? <Nothing /> : <RentalSessionLink id={ride} />
}

const Subject = ({ subject, photos }: Feedback) => (
  <span className={classes.subject}>
    <NameCell>{subject}</NameCell>
    {photos > 0 && (
      <IconPhoto size={14} aria-label={photos === 1 ? t('1 photo') : t('{{count}} photos', { count: photos })} />
    )}
  </span>
)

export const feedbackColumns: readonly ListColumn<typeof feedbackList>[] = [
  {
    id: 'created_at',
    header: 'Time',
    cell: ({ created_at }) => <Moment at={created_at} />,
    width: 140,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusText of="feedback" value={status} />,
    width: 120,
    watch: ({ status }) => status,
  },
  { id: 'type', header: 'Type', cell: Type, width: 104 },
  { id: 'rating', header: 'Rating', cell: Stars, width: 92 },
  { id: 'subject', header: 'Subject', cell: Subject, width: 240, isGrowing: true },
  { id: 'text', header: 'Text', cell: ({ text }) => <DimCell>{text}</DimCell>, width: 280 },
  {
    id: 'location',
    header: 'Location',
    cell: ({ location_id: id, location_label: label, location_code: code }) =>
      id === null || label === null ? <Nothing /> : <LocationLink id={id} label={label} code={code ?? undefined} />,
    width: 210,
    exports: ['location_code', 'location_label'],
  },
  {
    id: 'user',
    header: 'User',
    cell: ({ user_id, user_name }) =>
      user_id === null || user_name === null ? <Nothing /> : <UserLink id={user_id} name={user_name} />,
    width: 150,
    exports: ['user_id', 'user_name'],
  },
  {
    id: 'about',
    header: 'Session',
    cell: About,
    width: 90,
    exports: ['parking_session_id', 'rental_session_id'],
  },
  {
    id: 'answered_by_name',
    header: 'Answered by',
    cell: ({ answered_by_name }) => <DimCell>{answered_by_name}</DimCell>,
    width: 140,
    exports: ['answered_by_name', 'answered_at'],
    watch: ({ answered_by_name }) => answered_by_name,
  },
  {
    id: 'recorded_by_name',
    header: 'Recorded by',
    cell: ({ recorded_by_name }) => <DimCell>{recorded_by_name}</DimCell>,
    width: 150,
    isHiddenAtFirst: true,
  },
  { id: 'id', header: 'ID', cell: ({ id }) => <CopyableId id={id} isMono />, width: 290, isHiddenAtFirst: true },
]

export const FeedbackCard = ({ feedback }: { feedback: Feedback }) => (
  <RowCard
    title={feedback.subject}
    trailing={<StatusText of="feedback" value={feedback.status} />}
    facts={<Type type={feedback.type} />}
    childrenTrailing={feedback.rating === null ? undefined : <Stars rating={feedback.rating} />}
  >
    {[feedback.user_name, feedback.location_label].filter(Boolean).join(' · ')}
  </RowCard>
)
