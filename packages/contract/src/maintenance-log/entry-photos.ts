import * as z from 'zod'
import { Id, Instant, route } from '../route.ts'
import { getLogEntry, listLogEntries } from './maintenance-log.ts'

/** Photos reach the file store by a signed address, as those of cameras do: a picture in a page carries no token. */

const entryPath = getLogEntry.path
const write = { location: ['GET_MAINTENANCE_LOG_ENTRIES', 'UPDATE_MAINTENANCE_LOG_ENTRIES'] } as const
const on = { location: 'location_id' } as const
const Token = z.string().regex(/^[\w-]{20,160}$/)

/** Of one picture, after the console has made it smaller. */
export const logPhotoBytesAtMost = 8 * 1024 * 1024

export const createLogPhotoUpload = route({
  method: 'POST',
  path: `${entryPath}/photo-uploads`,
  summary: 'An address to which one photo of a maintenance log entry is sent',
  says: { failed: 'Add photo failed' },
  access: write,
  on,
  params: z.strictObject({ location_id: Id, log_entry_id: Id }),
  reply: z.object({ url: z.string(), expires_at: Instant }),
  isSecret: true,
})

export const uploadLogPhoto = route({
  method: 'PUT',
  path: '/maintenance/v1/log-photo-uploads/:token',
  summary: 'Takes one photo of a maintenance log entry',
  says: { failed: 'Add photo failed', done: 'Photo added' },
  access: { public: 'the address is the permission: signed, for one entry and one person, over after minutes' },
  params: z.strictObject({ token: Token }),
  changes: [listLogEntries, getLogEntry],
})

export const viewLogPhoto = route({
  method: 'GET',
  path: '/maintenance/v1/log-photo-views/:token',
  summary: 'The picture behind the address of a photo',
  access: { public: 'the address is the permission: signed, for one photo and one person, over after minutes' },
  params: z.strictObject({ token: Token }),
  file: 'image/jpeg',
})

export const deleteLogPhoto = route({
  method: 'DELETE',
  path: `${entryPath}/photos/:log_photo_id`,
  summary: 'Delete one photo of a maintenance log entry',
  says: { failed: 'Delete photo failed', done: 'Photo deleted' },
  access: write,
  on,
  params: z.strictObject({ location_id: Id, log_entry_id: Id, log_photo_id: Id }),
  changes: [listLogEntries, getLogEntry],
})
