import { uuidv7 } from 'uuidv7'
import {
  createLogPhotoUpload,
  deleteLogPhoto,
  uploadLogPhoto,
  viewLogPhoto,
} from '@wheelhouse/contract/maintenance-log/entry-photos.ts'
import {
  createLogCalendar,
  getLogCalendar,
  readLogCalendar,
} from '@wheelhouse/contract/maintenance-log/log-calendar.ts'
import {
  commentOnLogEntry,
  createLogEntry,
  editLogEntries,
  getLogTotals,
  lastLogTexts,
  listAssignees,
  listLogEntries,
  listPresentAssignees,
  logEntries,
  moveLogEntries,
  moveLogEntry,
  updateLogEntry,
} from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { updateWorkingHours } from '@wheelhouse/contract/maintenance-log/working-hours.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

/** An open entry of a location, due in three days. */
export async function makeLogEntry(
  w: TestApp,
  location_id: string,
  values: Record<string, unknown> = {},
): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now()
  const row = {
    id,
    location_id,
    description: 'Lock bar does not retract.',
    type: 'repair',
    priority: 'medium',
    resource: 'none',
    status: 'new',
    status_at: now.toISOString(),
    due_at: new Date(now.getTime() + 72 * 3_600_000).toISOString(),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    ...values,
  }
  await w.db.insertInto('maintenance_log_entries').values(row).execute()
  return id
}

/** The row alone, without its picture. */
export async function makeLogPhoto(w: TestApp, entry_id: string): Promise<string> {
  const id = uuidv7()
  const row = { id, entry_id, bytes: 40_000, width: 640, height: 480, created_by: null }
  await w.db
    .insertInto('maintenance_log_photos')
    .values({ ...row, created_at: w.clock.now().toISOString() })
    .execute()
  return id
}

/** The row has these values already: an update that changes nothing leaves the version to the next sample. */
const work = {
  description: 'Lock bar does not retract.',
  type: 'repair',
  priority: 'medium',
  resource: 'none',
} as const

export const samples: FeatureSamples = {
  things: async (w, { location_id }) => {
    const log_entry_id = await makeLogEntry(w, location_id)
    return { log_entry_id, log_photo_id: await makeLogPhoto(w, log_entry_id) }
  },
  routes: async (w, { location_id }) => {
    const moved = await makeLogEntry(w, location_id)
    const target = { ids: [await makeLogEntry(w, await w.make.location(null))] }
    return [
      sample(createLogEntry, { body: work, isUnversioned: true }),
      sample(updateLogEntry, { body: work }),
      sample(moveLogEntry, { params: { log_entry_id: moved }, body: { status: 'in_progress' } }),
      sample(commentOnLogEntry, { body: { text: 'Swept' }, isUnversioned: true }),
      sample(editLogEntries, { body: { target, edit: { priority: 'low' } } }),
      sample(moveLogEntries, { body: { target, status: 'in_progress' } }),
      sample(logEntries.selection, { body: {} }),
      sample(createLogPhotoUpload, { isUnversioned: true, isUnkeyed: true }),
      sample(deleteLogPhoto, {
        params: { log_entry_id: moved, log_photo_id: await makeLogPhoto(w, moved) },
        isUnversioned: true,
      }),
      sample(lastLogTexts, { decidesItself: true }),
      sample(listAssignees, {}),
      sample(listPresentAssignees, { hasNoRows: true }),
      sample(getLogTotals, { hasNoRows: true }),
      // What it is without a row: an update that changes nothing.
      sample(updateWorkingHours, { body: { time_zone: 'Europe/Tallinn', days: [], opens: '08:00', closes: '16:00' } }),
      sample(getLogCalendar, { hasNoRows: true }),
      sample(createLogCalendar, { body: { scope: 'assigned' } }),
      // Pictures and calendar programs carry no token: their address is the permission.
      sample(uploadLogPhoto, { isPublic: true, isUnkeyed: true }),
      sample(viewLogPhoto, { isPublic: true }),
      sample(readLogCalendar, { isPublic: true }),
    ]
  },
  lists: [
    listSample(listLogEntries, {
      type: 'location',
      action: 'GET_MAINTENANCE_LOG_ENTRIES',
      rows: `select id, array['location ' || location_id] as through from maintenance_log_entries`,
    }),
  ],
}
