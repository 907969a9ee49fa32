import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { NoData } from '../states.tsx'
import { t } from '../words.ts'
import classes from './photo-viewer.module.css'
import { Caption } from './photo.tsx'
import type { Photo } from './photo.tsx'
import { PhotoView } from './photo-view.tsx'

interface PhotoGalleryProps {
  photos: readonly Photo[]
  /** Asks for a new link; the photo comes back with another address. */
  onRenew?: (id: string) => void
  emptyTitle?: string
}

/** Small pictures in rows; one opens the whole view. */
export function PhotoGallery({ photos, onRenew, emptyTitle }: PhotoGalleryProps) {
  const [openId, setOpenId] = useState<string | null>(null)
  if (photos.length === 0) return <NoData title={emptyTitle ?? t('No photos yet')} />
  return (
    <>
      <ul className={classes.gallery}>
        {photos.map((photo) => (
          <li key={photo.id}>
            <button
              type="button"
              className={classes.small}
              aria-label={t('Open {{photo}}', { photo: `${photo.alt}, ${photo.when}` })}
              onClick={() => setOpenId(photo.id)}
            >
              <Small key={photo.address} photo={photo} />
            </button>
            <Caption photo={photo} />
          </li>
        ))}
      </ul>
      <PhotoView photos={photos} openId={openId} onOpen={setOpenId} onClose={() => setOpenId(null)} onRenew={onRenew} />
    </>
  )
}

/** A link can be over before its time is known to be: a picture that does not come is shown as such. */
function Small({ photo }: { photo: Photo }) {
  const [isBroken, setBroken] = useState(false)
  if (photo.isExpired || isBroken)
    return (
      <span className={classes.gone}>
        <IconPhotoOff size={20} stroke={1.75} aria-hidden />
        {t('Link expired')}
      </span>
    )
  return <img src={photo.thumbnailAddress ?? photo.address} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
}
