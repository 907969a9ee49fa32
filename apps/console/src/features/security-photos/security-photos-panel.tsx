import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { securityPhotos } from '@wheelhouse/contract/security-photos/security-photos.ts'
import type { SecurityPhoto } from '@wheelhouse/contract/security-photos/security-photos.ts'
import { useCanCall } from '../../session/can.ts'
import { useFormat, useZoneToSay } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useList } from '../../lists/list.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { useClock } from '../../ui/base/clock.ts'
import { useUser } from '../../stores/user-store.ts'
import { SectionHead } from '../../ui/frame/page.tsx'
import type { Photo } from '../../ui/photo-viewer/photo.tsx'
import { PhotoView } from '../../ui/photo-viewer/photo-view.tsx'
import { ErrorState, NoData, NoPermission, Skeleton } from '../../ui/frame/states.tsx'
import { PhotoDetails } from './photo-details.tsx'
import { byDay, photoCamera, photoPerson, photoReason, validFor } from './security-photo-labels.ts'
import classes from './security-photos.module.css'
import { useViewLinks } from './view-links.ts'
import type { ViewLinks } from './view-links.ts'

interface SecurityPhotosPanelProps {
  locationId: string
  /** Of the place; said where it is not the reader's. */
  timeZone: string
  /** Commands belong to another feature: the application puts in the button that takes a photo, and how it goes. */
  take?: ReactNode
  progress?: ReactNode
  /** Who was given a link, who looked; for those who may read events. */
  history: ((photo: SecurityPhoto) => ReactNode) | undefined
}

/** What the cameras of a place saw in the last 30 days. A picture is fetched when someone opens it: each look is recorded. */
export function SecurityPhotosPanel({ locationId, timeZone, take, progress, history }: SecurityPhotosPanelProps) {
  const may = useCanCall(securityPhotos.route)
  const list = useList(
    securityPhotos.route,
    { location_id: locationId },
    { enabled: may, isLive: true, isRelevant: ({ location_id }) => location_id === locationId },
  )
  const own = useUser(({ userPreferences }) => userPreferences.timezone)
  const zone = useZoneToSay(timeZone)
  const [openId, setOpenId] = useState<string | null>(null)
  const [detailed, setDetailed] = useState<SecurityPhoto | null>(null)
  const links = useViewLinks()
  if (!may) return <NoPermission action="GETSECURITYPHOTOS" resource="location" />
  const open = (id: string) => {
    const photo = list.rows.find((one) => one.id === id)
    setOpenId(id)
    if (photo && !isGood(links, id)) links.ask(photo)
  }
  return (
    <section className={classes.panel}>
      <SectionHead
        title={t('Security photos')}
        count={list.total?.total}
        actions={
          <>
            <ListExport
              route={securityPhotos.csv}
              query={{ location_id: [locationId] }}
              title={t('Export security photos')}
              count={list.count ?? ''}
            />
            {take}
          </>
        }
      />
      <div className={classes.progress}>{progress}</div>
      {list.isLoading && <Skeleton lines={4} />}
      {list.rows.length === 0 && !list.isLoading && (
        <Nothing error={list.error} onRetry={list.retry} canTake={take !== undefined} />
      )}
      {byDay(list.rows, own).map(({ day, photos }) => (
        <Day key={day} day={day} photos={photos} zone={zone} onOpen={open} onTell={setDetailed} />
      ))}
      {list.hasMore && (
        <Button variant="default" onClick={list.loadMore} loading={list.isLoadingMore}>
          {t('Earlier photos')}
        </Button>
      )}
      <Viewed
        photos={list.rows}
        openId={openId}
        links={links}
        zone={zone}
        onOpen={open}
        onClose={() => setOpenId(null)}
      />
      {detailed !== null && (
        <PhotoDetails photo={detailed} onClose={() => setDetailed(null)}>
          {history?.(detailed)}
        </PhotoDetails>
      )}
    </section>
  )
}

const isGood = (links: ViewLinks, id: string): boolean => Date.parse(links.of(id)?.expires_at ?? '') > Date.now()

function Nothing({ error, onRetry, canTake }: { error: Error | null; onRetry: () => void; canTake: boolean }) {
  if (error !== null) return <ErrorState title={securityPhotos.says.failed} detail={error.message} onRetry={onRetry} />
  return (
    <NoData title={t('No security photos in the last 30 days')}>
      {canTake ? t('Cameras take photos on an event or on request.') : undefined}
    </NoData>
  )
}

interface DayProps {
  day: string
  photos: readonly SecurityPhoto[]
  /** To be said. */
  zone: string | null
  onOpen: (id: string) => void
  onTell: (photo: SecurityPhoto) => void
}

function Day({ day, photos, zone, onOpen, onTell }: DayProps) {
  const { longDay, clock } = useFormat()
  return (
    <section aria-label={longDay(day)}>
      <h3 className={classes.day}>
        {longDay(day)}
        {zone !== null && <span>{t('{{zone}} time', { zone })}</span>}
      </h3>
      <ul className={classes.photos}>
        {photos.map((photo) => (
          <li key={photo.id}>
            <button type="button" className={classes.photo} onClick={() => onOpen(photo.id)}>
              <span className={classes.frame}>
                <IconCamera size={24} stroke={1.5} aria-hidden />
                <span className={classes.caption}>
                  <span className={classes.time}>{clock(photo.taken_at)}</span>
                  <span>{photoReason(photo)}</span>
                </span>
              </span>
              <span className={classes.who}>
                {photoCamera(photo)} · {photoPerson(photo)}
              </span>
              {photo.comment !== null && <span className={classes.who}>“{photo.comment}”</span>}
            </button>
            <button
              type="button"
              className={classes.more}
              onClick={() => onTell(photo)}
              aria-label={t('{{views}}, photo of {{time}}', { views: viewsOf(photo), time: clock(photo.taken_at) })}
            >
              {viewsOf(photo)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Leads to what is known of the photo, and for those who may read events to who looked. */
function viewsOf({ views }: SecurityPhoto): string {
  if (views === 0) return t('No views')
  return views === 1 ? t('1 view') : t('{{count}} views', { count: views })
}

interface ViewedProps {
  photos: readonly SecurityPhoto[]
  openId: string | null
  links: ViewLinks
  zone: string | null
  onOpen: (id: string) => void
  onClose: () => void
}

function Viewed({ photos, openId, links, zone, onOpen, onClose }: ViewedProps) {
  const now = useClock(1_000, (at) => (openId === null ? 0 : at - (at % 1_000)))
  const { longDay, clock, exact } = useFormat()
  const own = useUser(({ userPreferences }) => userPreferences.timezone)
  const whenOf = ({ taken_at }: SecurityPhoto, day: string): string =>
    zone === null ? `${longDay(day)}, ${clock(taken_at)}` : exact(taken_at)
  const shown = photos.map((photo): Photo => {
    const link = links.of(photo.id)
    const note = link && openId === photo.id ? validFor(link.expires_at, now) : null
    return {
      id: photo.id,
      address: link?.url ?? '',
      alt: t('Security photo of {{camera}}', { camera: photoCamera(photo) }),
      when: whenOf(photo, byDay([photo], own)[0]?.day ?? ''),
      reason: photoReason(photo),
      who: photoPerson(photo),
      isComing: links.isAsked(photo.id),
      ...(note === null ? {} : { note }),
      isExpired: link === undefined || (openId === photo.id && note === null),
    }
  })
  const renew = (id: string) => {
    const photo = photos.find((one) => one.id === id)
    if (photo) links.ask(photo)
  }
  return <PhotoView photos={shown} openId={openId} onOpen={onOpen} onClose={onClose} onRenew={renew} />
}
