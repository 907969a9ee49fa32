import { AppError } from '@wheelhouse/contract/errors.ts'
import {
  activeRentals,
  endedRentals,
  forceEndRent,
  forceEndRentalSession,
  forceEndRents,
  getRentalSession,
  getRentalSessionFee,
  getRentalSessionTrack,
} from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { Ctx } from '../../platform/context.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { amountCell } from '../../lists/amount-cell.ts'
import { minutesCell } from '../../lists/minutes-cell.ts'
import { serveList } from '../../lists/serve-list.ts'
import type { Cells } from '../../lists/serve-list.ts'
import { bulk } from '../background-jobs/bulk.ts'
import { trackBetween } from '../rentals/tracks.ts'
import { forceEndMany, forceEndOfSession, forceEndOfVehicle } from './force-end.ts'
import { activeRentalList, endedRentalList, rentalSessionById, rideSpan } from './queries.ts'
import { rideFee } from './ride-fees.ts'
import { timelineOf } from './timeline.ts'

const cells: Cells<typeof endedRentals> = {
  minutes: minutesCell,
  fee: ({ fee_minor, currency }) => amountCell(fee_minor, currency),
}

export function rentalSessionRoutes(on: On): void {
  serveList(on, activeRentals, activeRentalList, { cells })
  serveList(on, endedRentals, endedRentalList, { cells })
  serve(on, getRentalSession, async ({ params }, ctx) => {
    const session = await rentalSessionById(ctx, params.rental_session_id)
    if (!session) throw new AppError('not_found')
    return { ...session, timeline: await timelineOf(ctx, session) }
  })
  serve(on, getRentalSessionFee, ({ params }, ctx) => rideFee(ctx, params.rental_session_id))
  serve(on, getRentalSessionTrack, ({ params }, ctx) => wayOf(ctx, params.rental_session_id))
  serve(on, forceEndRent, ({ params, body }, ctx) =>
    forceEndOfVehicle(ctx, params.rental_device_id, { ...body, asked_at: ctx.clock.now().toISOString() }),
  )
  serve(on, forceEndRentalSession, ({ params, body }, ctx) => forceEndOfSession(ctx, params.rental_session_id, body))
  serve(on, forceEndRents, ({ body: { target, ...given } }, ctx) =>
    bulk(ctx, forceEndMany, target, { ...given, rental_session_id: null, asked_at: ctx.clock.now().toISOString() }),
  )
}

async function wayOf(ctx: Ctx, id: string) {
  const span = await rideSpan(ctx, id)
  if (!span) throw new AppError('not_found')
  const { rental_device_id, started_at, ended_at, ...places } = span
  const to = ended_at === null ? ctx.clock.now() : new Date(ended_at)
  return { ...(await trackBetween(ctx, rental_device_id, new Date(started_at), to)), ...places }
}
