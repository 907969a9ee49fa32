import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { deleteLogPhoto } from '@wheelhouse/contract/maintenance-log/entry-photos.ts'
import { getLogEntry } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { photosAtMost } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import type { LogEntryDetails } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import { refetch } from '../../api/api.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { config } from '../../http/config.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useCanCall } from '../../session/can.ts'
import { PhotoView } from '../../ui/photo-viewer/photo-view.tsx'
import { refOf } from './entry-address.ts'
import { entryName } from './entry-labels.ts'
import { addPhotos } from './photo-upload.ts'
import { PhotoButton } from '../../ui/form/photos-to-add.tsx'
import classes from './maintenance-log.module.css'

/** The photos of an entry, each a tap away from its full size. */
export function EntryPhotos({ entry }: { entry: LogEntryDetails }) {
  const [openId, setOpenId] = useState<string | null>(null)
  const { moment } = useFormat()
  const address = (url: string): string => `${config().api_url}${url}`
  const alt = (at: number): string => t('Photo {{number}} of {{name}}', { number: at + 1, name: entryName(entry) })
  if (entry.photos.length === 0) return null
  return (
    <>
      <ul className={classes.photos}>
        {entry.photos.map(({ id, url, created_by_name, created_at }, at) => (
          <li key={id}>
            <button type="button" className={classes.photo} onClick={() => setOpenId(id)} aria-label={alt(at)}>
              <img src={address(url)} alt="" loading="lazy" />
            </button>
            <span className={classes.photoLine}>
              {created_by_name ?? '–'}, {moment(created_at)}
              <ActionButton
                route={deleteLogPhoto}
                input={{ params: { ...refOf(entry), log_photo_id: id } }}
                label={t('Delete photo')}
                icon={IconTrash}
                isIconOnly
                confirm={{
                  title: t('Delete this photo of {{name}}?', { name: entryName(entry) }),
                  children: t('The photo is deleted for everyone. The entry and its other photos stay.'),
                  confirmLabel: t('Delete photo'),
                  keepLabel: t('Keep photo'),
                  isDanger: true,
                }}
              />
            </span>
          </li>
        ))}
      </ul>
      <PhotoView
        photos={entry.photos.map(({ id, url, created_at, created_by_name }, at) => ({
          id,
          address: address(url),
          alt: alt(at),
          when: moment(created_at),
          who: created_by_name ?? undefined,
        }))}
        openId={openId}
        onOpen={setOpenId}
        onClose={() => setOpenId(null)}
        onRenew={() => void refetch([getLogEntry])}
      />
    </>
  )
}

export function AddPhotoButton({ entry, isShort = false }: { entry: LogEntryDetails; isShort?: boolean }) {
  const may = useCanCall(deleteLogPhoto)
  const [isBusy, setBusy] = useState(false)
  if (!may || entry.photos.length >= photosAtMost) return null
  const take = async (files: readonly File[]): Promise<void> => {
    setBusy(true)
    await addPhotos(refOf(entry), files)
    setBusy(false)
  }
  return <PhotoButton isBusy={isBusy} isShort={isShort} onFiles={take} />
}
