import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { listSecurityPhotos } from '@wheelhouse/contract/security-photos/security-photos.ts'
import type { SecurityPhoto, securityPhotos } from '@wheelhouse/contract/security-photos/security-photos.ts'
import { call } from '../../api/api.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useLinkedNames } from '../../lists/linked-names.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { instantsIn } from '../../lists/periods.ts'
import type { PeriodOrDays } from '../../lists/periods.ts'
import { periodChip } from '../../lists/when-chips.tsx'
import { useUser } from '../../stores/user-store.ts'
import { useClock } from '../../ui/base/clock.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { DimCell, NumberCell } from '../../ui/data-table/cells.tsx'
import { todayIn } from '../../ui/form/date-ranges.ts'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { useLocationChip } from '../locations/location-choices.ts'
import { LocationLink } from '../locations/location-link.tsx'
import { photoCamera, photoPerson, photoReason, sentence, validFor } from './security-photo-labels.ts'
import { securityPhotosAddress } from './security-photos-address.ts'
import { useViewLinks } from './view-links.ts'

const PhotoDetails = lazyComponent(() => import('./photo-details.tsx').then((module) => module.PhotoDetails))
const PhotoView = lazyComponent(() => import('../../ui/photo-viewer/photo-view.tsx').then((module) => module.PhotoView))

function Moment({ at }: { at: string }) {
  const { moment, exact } = useFormat()
  return (
    <time dateTime={at} data-tip={exact(at)}>
      {moment(at)}
    </time>
  )
}

const columns: readonly ListColumn<typeof securityPhotos>[] = [
  {
    id: 'taken_at',
    header: 'Taken',
    cell: ({ taken_at }) => <Moment at={taken_at} />,
    width: 160,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
  {
    id: 'location',
    header: 'Location',
    cell: ({ location_id, location_label, location_code }) => (
      <LocationLink id={location_id} label={location_label} code={location_code} />
    ),
    width: 240,
    isGrowing: true,
    exports: ['location_code', 'location_label'],
  },
  {
    id: 'camera',
    header: 'Camera',
    cell: (photo) => <DimCell>{sentence(photoCamera(photo))}</DimCell>,
    width: 140,
    exports: ['device_type', 'device_number'],
  },
  { id: 'reason', header: 'Reason', cell: photoReason, width: 160 },
  {
    id: 'user_name',
    header: 'Requested by',
    cell: (photo) => <DimCell>{photoPerson(photo)}</DimCell>,
    width: 160,
  },
  { id: 'comment', header: 'Comment', cell: ({ comment }) => <DimCell>{comment}</DimCell>, width: 190 },
  { id: 'views', header: 'Views', cell: ({ views }) => <NumberCell value={views} />, width: 80, align: 'end' },
  { id: 'kept_until', header: 'Kept until', cell: ({ kept_until }) => <Moment at={kept_until} />, width: 160 },
]

const card = (photo: SecurityPhoto) => (
  <RowCard title={photo.location_label} trailing={<Moment at={photo.taken_at} />} facts={photoReason(photo)}>
    {`${sentence(photoCamera(photo))} · ${photoPerson(photo)}`}
  </RowCard>
)
const rowName = (photo: SecurityPhoto): string => `${photo.location_label}, ${photoCamera(photo)}`

const offered = ['today', 'yesterday', 'last_7_days', 'last_30_days'] as const

/** A camera as its own photos name it. */
async function cameraName(id: string): Promise<string | null> {
  const { items } = await call(listSecurityPhotos, { query: { device_id: [id], limit: 1 } })
  const [photo] = items
  return photo === undefined ? null : `${photo.location_code} ${photoCamera(photo)}`
}

/** A named period is counted from today by the clock of the reader. */
function useSpan(period: PeriodOrDays | undefined) {
  const timeZone = useUser((state) => state.userPreferences.timezone)
  const today = useClock(60_000, (now) => todayIn(timeZone, now))
  return useMemo(() => instantsIn({ period }, today, timeZone), [period, today, timeZone])
}

interface SecurityPhotosScreenProps extends ListScreenProps<typeof securityPhotosAddress> {
  /** Who was given a link, who looked; for those who may read events. */
  history: ((photo: SecurityPhoto) => ReactNode) | undefined
}

/**
 * The photos of all cameras that one sees. A row opens what is known of a photo; its picture is fetched when someone asks for it,
 * because each look is recorded.
 */
export function SecurityPhotosScreen({ search, onSearch, history }: SecurityPhotosScreenProps) {
  const [detailed, setDetailed] = useState<SecurityPhoto | null>(null)
  const [isViewed, setViewed] = useState(false)
  const links = useViewLinks()
  const format = useFormat()
  const device = useLinkedNames(
    { label: t('Device'), icon: IconCamera, nameOf: cameraName, unnamed: t('this device') },
    search.device_id,
    search.device_id_not,
  )
  const view = (photo: SecurityPhoto) => {
    setViewed(true)
    if (Date.parse(links.of(photo.id)?.expires_at ?? '') > Date.now()) return
    links.ask(photo)
  }
  return (
    <>
      <ListPage
        address={securityPhotosAddress}
        search={search}
        onSearch={onSearch}
        title={t('Security photos')}
        columns={columns}
        card={card}
        rowName={rowName}
        onOpen={setDetailed}
        query={useSpan(search.period)}
        filters={{
          from: periodChip(t('Taken'), search.period, format, (period) => onSearch({ ...search, period }), offered),
          to: null,
          location_id: useLocationChip(search),
          device_id: device,
        }}
        words={{
          noMatch: t('No security photos match'),
          noData: t('No security photos in the last 30 days'),
          whyNoData: t('Cameras take photos on an event or on request.'),
        }}
      />
      {detailed && (
        <PhotoDetails
          key={detailed.id}
          photo={detailed}
          onClose={() => setDetailed(null)}
          actions={
            <Button variant="filled" leftSection={<IconCamera size={15} aria-hidden />} onClick={() => view(detailed)}>
              {t('View photo')}
            </Button>
          }
        >
          {history?.(detailed)}
        </PhotoDetails>
      )}
      {detailed && isViewed && <Viewed photo={detailed} links={links} onClose={() => setViewed(false)} />}
    </>
  )
}

interface ViewedProps {
  photo: SecurityPhoto
  links: ReturnType<typeof useViewLinks>
  onClose: () => void
}

function Viewed({ photo, links, onClose }: ViewedProps) {
  const { moment } = useFormat()
  const now = useClock(1_000, (at) => at - (at % 1_000))
  const link = links.of(photo.id)
  const note = link ? validFor(link.expires_at, now) : null
  const shown = {
    id: photo.id,
    address: link?.url ?? '',
    alt: t('Security photo of {{camera}}', { camera: photoCamera(photo) }),
    when: `${photo.location_label}, ${moment(photo.taken_at)}`,
    reason: photoReason(photo),
    who: photoPerson(photo),
    isComing: links.isAsked(photo.id),
    ...(note === null ? {} : { note }),
    isExpired: note === null,
  }
  return (
    <PhotoView
      photos={[shown]}
      openId={photo.id}
      onOpen={() => undefined}
      onClose={onClose}
      onRenew={() => links.ask(photo)}
    />
  )
}
