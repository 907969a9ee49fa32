import type {
  exportParkingSessions,
  ParkingSession,
  SessionQuery,
} from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type { CsvColumns } from '../../lists/export.ts'
import type { ListPage } from '../../lists/list-pages.ts'
import { sessionPage } from './queries.ts'

export const sessionRowsOf =
  (which: 'open' | 'ended'): ListPage<unknown, SessionQuery, ParkingSession> =>
  (ctx, { query }, isCounted) =>
    sessionPage(ctx, which, query, isCounted)

const minuteMs = 60_000

export const sessionCells: CsvColumns<typeof exportParkingSessions, ParkingSession> = {
  id: (row) => row.id,
  location_code: (row) => row.location_code,
  location_label: (row) => row.location_label,
  device_number: (row) => row.device_number,
  device_type: (row) => row.device_type,
  user_id: (row) => row.user_id,
  user_name: (row) => row.user_name,
  key_type: (row) => row.key_type,
  status: (row) => row.status,
  how_ended: (row) => row.how_ended,
  started_at: (row) => row.started_at,
  ended_at: (row) => row.ended_at,
  // Whole ones, of what has ended.
  minutes: (row) =>
    row.ended_at ? Math.floor((Date.parse(row.ended_at) - Date.parse(row.started_at)) / minuteMs) : null,
  rating: (row) => row.rating,
  comment: (row) => row.comment,
}
