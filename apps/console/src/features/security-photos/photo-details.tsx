import type { ReactNode } from 'react'
import type { SecurityPhoto } from '@wheelhouse/contract/security-photos/security-photos.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { PanelSection, SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { photoCamera, photoPerson, photoReason, sentence } from './security-photo-labels.ts'

interface PhotoDetailsProps {
  photo: SecurityPhoto
  onClose: () => void
  actions?: ReactNode
  /** Its history, for those who may read events. */
  children?: ReactNode
}

/** One photo without its picture: why, until when, and who looked. */
export function PhotoDetails({ photo, onClose, actions, children }: PhotoDetailsProps) {
  const { dateTime, number } = useFormat()
  return (
    <SidePanel onClose={onClose} title={t('Security photo')} actions={actions}>
      <KeyValueGrid
        items={[
          { label: t('Taken'), value: <RelativeTime at={photo.taken_at} /> },
          { label: t('Reason'), value: photoReason(photo) },
          { label: t('Who'), value: photoPerson(photo) },
          { label: t('Comment'), value: photo.comment },
          { label: t('Camera'), value: sentence(photoCamera(photo)) },
          {
            label: t('Picture'),
            value: t('{{width}} × {{height}}, {{size}} kB', {
              width: photo.width,
              height: photo.height,
              size: number(Math.round(photo.bytes / 1000)),
            }),
          },
          { label: t('Kept until'), value: dateTime(photo.kept_until) },
          { label: t('ID'), value: <CopyableId id={photo.id} isMono /> },
        ]}
      />
      {children !== undefined && <PanelSection title={t('Event history')}>{children}</PanelSection>}
    </SidePanel>
  )
}
