import type { ReactNode } from 'react'
import type { SecurityPhoto } from '@wheelhouse/contract/security-photos/security-photos.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { photoCamera, photoPerson, photoReason } from './security-photo-labels.ts'

/** One photo without its picture: why, until when, and who looked. */
export function PhotoDetails({
  photo,
  onClose,
  children,
}: {
  photo: SecurityPhoto
  onClose: () => void
  children: ReactNode
}) {
  const { dateTime, number } = useFormat()
  return (
    <SidePanel onClose={onClose} title={t('Security photo')}>
      <KeyValueGrid
        items={[
          { label: t('Taken'), value: <RelativeTime at={photo.taken_at} exact={dateTime(photo.taken_at)} /> },
          { label: t('Reason'), value: photoReason(photo) },
          { label: t('Who'), value: photoPerson(photo) },
          { label: t('Comment'), value: photo.comment ?? '–' },
          { label: t('Camera'), value: photoCamera(photo) },
          {
            label: t('Picture'),
            value: t('{{width}} × {{height}}, {{size}} kB', {
              width: photo.width,
              height: photo.height,
              size: number(Math.round(photo.bytes / 1000)),
            }),
          },
          { label: t('Kept until'), value: dateTime(photo.kept_until) },
        ]}
      />
      {children}
    </SidePanel>
  )
}
