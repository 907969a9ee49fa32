import { AppError } from '@wheelhouse/contract/errors.ts'
import {
  activeSessions,
  endedSessions,
  getParkingSession,
} from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import type { Cells } from '../../lists/serve-list.ts'
import { activeSessionList, endedSessionList, sessionById } from './queries.ts'
import { timelineOf } from './timeline.ts'

const minuteMs = 60_000
const cells: Cells<typeof endedSessions> = {
  // Whole minutes, of sessions that have ended.
  minutes: (row) =>
    row.ended_at ? Math.floor((Date.parse(row.ended_at) - Date.parse(row.started_at)) / minuteMs) : null,
}

export function parkingSessionRoutes(on: On): void {
  serveList(on, activeSessions, activeSessionList, { cells })
  serveList(on, endedSessions, endedSessionList, { cells })
  serve(on, getParkingSession, async ({ params }, ctx) => {
    const session = await sessionById(ctx, params.session_id)
    if (!session) throw new AppError('not_found')
    return { ...session, timeline: await timelineOf(ctx, session) }
  })
}
