import { AppError } from '@wheelhouse/contract/errors.ts'
import {
  exportActiveParkingSessions,
  exportParkingSessions,
  getParkingSession,
  listActiveParkingSessions,
  listParkingSessions,
} from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { serveExport } from '../../lists/export.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { sessionCells, sessionRowsOf } from './export.ts'
import { sessionById, sessionPage } from './queries.ts'
import { timelineOf } from './timeline.ts'

export function parkingSessionRoutes(on: On): void {
  serve(on, listActiveParkingSessions, ({ query }, ctx) => sessionPage(ctx, 'open', query))
  serve(on, listParkingSessions, ({ query }, ctx) => sessionPage(ctx, 'ended', query))
  serveExport(on, exportActiveParkingSessions, sessionRowsOf('open'), sessionCells)
  serveExport(on, exportParkingSessions, sessionRowsOf('ended'), sessionCells)
  serve(on, getParkingSession, async ({ params }, ctx) => {
    const session = await sessionById(ctx, params.session_id)
    if (!session) throw new AppError('not_found')
    return { ...session, timeline: await timelineOf(ctx, session) }
  })
}
