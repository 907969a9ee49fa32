import { Button } from '@mantine/core'
import { IconCameraPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { t } from '../base/translate.ts'
import { usePhone } from '../frame/app-frame.tsx'
import { UnderField } from './field-frame.tsx'

interface PhotoButtonProps {
  isBusy?: boolean
  /** "Photo" alone, as on a phone: beside other buttons there is no room for more. */
  isShort?: boolean
  /** The field is emptied when it has ended, so that the same picture can be chosen again. */
  onFiles: (files: readonly File[]) => Promise<void> | void
}

/** Opens the camera on a phone, the files elsewhere. */
export function PhotoButton({ isBusy = false, isShort = false, onFiles }: PhotoButtonProps) {
  const isPhone = usePhone()
  const input = useRef<HTMLInputElement>(null)
  const take = async (field: HTMLInputElement): Promise<void> => {
    await onFiles([...(field.files ?? [])])
    field.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label={t('Photo')}
        onChange={(event) => void take(event.currentTarget)}
      />
      <Button
        leftSection={<IconCameraPlus size={15} aria-hidden />}
        aria-label={t('Add photo')}
        loading={isBusy}
        onClick={() => input.current?.click()}
      >
        {isPhone || isShort ? t('Photo') : t('Add photo')}
      </Button>
    </>
  )
}

interface PhotosToAddProps {
  photos: readonly File[]
  atMost: number
  onChange: (photos: readonly File[]) => void
}

/** Photos of an entry that is not stored yet; they are sent once it is. */
export const PhotosToAdd = ({ photos, atMost, onChange }: PhotosToAddProps) => (
  <UnderField label={t('Photos')}>
    {photos.length < atMost && <PhotoButton onFiles={(files) => onChange([...photos, ...files])} />}
    {photos.map((photo, at) => (
      <Button
        key={`${at} ${photo.name}`}
        variant="subtle"
        aria-label={t('Remove photo {{number}}', { number: at + 1 })}
        rightSection={<IconX size={13} aria-hidden />}
        onClick={() => onChange(photos.filter((one) => one !== photo))}
      >
        {t('Photo {{number}}', { number: at + 1 })}
      </Button>
    ))}
  </UnderField>
)
