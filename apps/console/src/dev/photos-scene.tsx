import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useState } from 'react'
import type { Photo } from '../ui/photo-viewer/photo.tsx'
import { PhotoView } from '../ui/photo-viewer/photo-view.tsx'
import { QrReader } from '../ui/qr-reader/qr-reader.tsx'
import classes from './dev.module.css'

/** A rack at night, drawn here: no picture of a real place. */
const picture = (bikes: number, sky: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240"><rect width="320" height="240" fill="${sky}"/><rect y="170" width="320" height="70" fill="#2a343e"/>${Array.from(
      { length: 8 },
      (_, index) =>
        `<rect x="${18 + index * 38}" y="110" width="8" height="70" fill="#939ba3"/>${index < bikes ? `<g fill="none" stroke="#71c5f7" stroke-width="3"><circle cx="${16 + index * 38}" cy="184" r="12"/><circle cx="${40 + index * 38}" cy="184" r="12"/><path d="M${16 + index * 38} 184l10-22h10l4 22"/></g>` : ''}`,
    ).join('')}</svg>`,
  )}`

const photos: Photo[] = [
  {
    id: '1',
    address: picture(6, '#131a2b'),
    alt: 'Rack of 104217',
    when: '21 Nov, 10:38',
    reason: 'Lock jam on dock 15',
    who: 'Kadri Mets',
  },
  {
    id: '2',
    address: picture(3, '#3b4a63'),
    alt: 'Rack of 104217',
    when: '20 Nov, 17:02',
    reason: 'Alarm: tamper',
    who: 'Hardware',
  },
  {
    id: '3',
    address: picture(8, '#7f95ad'),
    alt: 'Rack of 104217',
    when: '19 Nov, 12:00',
    reason: 'Asked by hand',
    who: 'Toomas Rebane',
  },
  {
    id: '4',
    address: '',
    alt: 'Rack of 104217',
    when: '12 Nov, 08:15',
    reason: 'Alarm: forced open',
    who: 'Hardware',
    isExpired: true,
  },
]

export function PhotosScene() {
  const [shown, setShown] = useState(photos)
  const [openId, setOpenId] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  const [text, setText] = useState<string | null>(null)
  const renew = (id: string) =>
    setShown(
      shown.map((photo) => (photo.id === id ? { ...photo, address: picture(1, '#131a2b'), isExpired: false } : photo)),
    )
  return (
    <div className={classes.photos}>
      <ul className={classes.flow} aria-label="Photos">
        {shown.map(({ id, alt, when }) => (
          <li key={id}>
            <Button leftSection={<IconCamera size={16} />} onClick={() => setOpenId(id)}>
              Open {alt}, {when}
            </Button>
          </li>
        ))}
      </ul>
      <PhotoView photos={shown} openId={openId} onOpen={setOpenId} onClose={() => setOpenId(null)} onRenew={renew} />
      <div className={classes.qr}>
        {isReading ? (
          <QrReader
            onRead={(read) => (setText(read), true)}
            problem={text === null ? null : `Read: ${text}`}
            sentences={{
              several: 'Multiple QR codes detected, please try again',
              cameraFailed: 'Accessing camera failed, check camera permissions',
              noneInPicture: 'QR must be valid',
            }}
          />
        ) : (
          <Button leftSection={<IconCamera size={16} />} onClick={() => setReading(true)}>
            Start the QR reader
          </Button>
        )}
      </div>
    </div>
  )
}
