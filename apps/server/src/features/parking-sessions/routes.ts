import { AppError } from '@wheelhouse/contract/errors.ts'
import {
  activeSessions,
  endedSessions,
  getParkingSession,
} from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { forceEndSession, getSessionFee } from '@wheelhouse/contract/parking-sessions/session-fee.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { amountCell } from '../../lists/amount-cell.ts'
import { minutesCell } from '../../lists/minutes-cell.ts'
import { serveList } from '../../lists/serve-list.ts'
import type { Cells } from '../../lists/serve-list.ts'
import { forceEnd } from './force-end.ts'
import { activeSessionList, endedSessionList, sessionById } from './queries.ts'
import { sessionFee } from './session-fees.ts'
import { timelineOf } from './timeline.ts'

const cells: Cells<typeof endedSessions> = {
  minutes: minutesCell,
  fee: ({ fee_minor, currency }) => amountCell(fee_minor, currency),
}

export function parkingSessionRoutes(on: On): void {
  serveList(on, activeSessions, activeSessionList, { cells })
  serveList(on, endedSessions, endedSessionList, { cells })
  serve(on, getParkingSession, async ({ params }, ctx) => {
    const session = await sessionById(ctx, params.session_id)
    if (!session) throw new AppError('not_found')
    return { ...session, timeline: await timelineOf(ctx, session) }
  })
  serve(on, getSessionFee, ({ params }, ctx) => sessionFee(ctx, params.session_id))
  serve(on, forceEndSession, ({ params, body, version }, ctx) => forceEnd(ctx, params.session_id, body, version))
}
