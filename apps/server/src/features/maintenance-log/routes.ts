import type { FastifyRequest } from 'fastify'
import { bytesOf } from '../../http/raw-bodies.ts'
import { inOwnScope } from '../../http/own-scope.ts'
import {
  createLogPhotoUpload,
  deleteLogPhoto,
  logPhotoBytesAtMost,
  uploadLogPhoto,
  viewLogPhoto,
} from '@wheelhouse/contract/maintenance-log/entry-photos.ts'
import { logEntryName } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import {
  createLogCalendar,
  deleteLogCalendar,
  getLogCalendar,
  readLogCalendar,
} from '@wheelhouse/contract/maintenance-log/log-calendar.ts'
import {
  commentOnLogEntry,
  createLogEntry,
  deleteLogEntry,
  editLogEntries,
  getLogEntry,
  getLogTotals,
  lastLogTexts,
  listAssignees,
  listLogEntryEvents,
  listPresentAssignees,
  logEntries,
  moveLogEntries,
  moveLogEntry,
  updateLogEntry,
} from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { getWorkingHours, updateWorkingHours } from '@wheelhouse/contract/maintenance-log/working-hours.ts'
import type { LogEntry } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import { paceOf } from '../../http/rate-limit.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { limitOfLinks, tokenIn } from '../../http/link-limit.ts'
import { serveByLink, shownByConsole } from '../../http/serve-by-link.ts'
import { readToken } from '../../http/signed-links.ts'
import { amountCell } from '../../lists/amount-cell.ts'
import { serveList } from '../../lists/serve-list.ts'
import { bulk } from '../background-jobs/bulk.ts'
import { serveEvents } from '../events/serve-events.ts'
import { deviceName } from '../hardware-state/placed-hardware.ts'
import { createCalendar, deleteCalendar, ownCalendar, readCalendar } from './calendars.ts'
import * as entries from './entries.ts'
import { editEntries, moveEntries, moveEntry } from './moves.ts'
import { createUpload, deletePhoto, takeLogPhoto, viewLogPhotoBytes } from './photos.ts'
import * as hours from './working-hours.ts'
import { assertEntry, assigneesAt, entryById, entryList, lastTextsOf, logTotals, presentAssignees } from './queries.ts'

/** Per picture, and per network address for addresses that are not genuine. */
const looksAMinute = 600
const uploadsAMinute = 120
/** Per network address: an office shares one. */
const calendarsAMinute = 60
/** Per person. */
const uploadAddressesAMinute = 60

const cells = {
  number: ({ number }: LogEntry) => logEntryName(number),
  targets: ({ targets }: LogEntry) => targets.map(deviceName).join(', ') || 'Whole location',
  cost: ({ cost, currency }: LogEntry) => amountCell(cost, currency),
}

export function maintenanceLogRoutes(on: On): void {
  serveList(on, logEntries, entryList, { cells, selects: 'location' })
  serve(on, getLogTotals, ({ query }, ctx) => logTotals(ctx, query))
  serve(on, getLogEntry, ({ params }, ctx) => entryById(ctx, params))
  serveEvents(on, listLogEntryEvents, {
    param: 'log_entry_id',
    find: (ctx, { location_id = '', log_entry_id = '' }) => assertEntry(ctx, { location_id, log_entry_id }),
  })
  serve(on, createLogEntry, ({ params, body }, ctx) => entries.createEntry(ctx, params.location_id, body))
  serve(on, updateLogEntry, ({ params, body, version }, ctx) => entries.updateEntry(ctx, params, body, version))
  serve(on, moveLogEntry, ({ params, body, version }, ctx) => moveEntry(ctx, params, body, version))
  serve(on, deleteLogEntry, async ({ params, version }, ctx) => void (await entries.deleteEntry(ctx, params, version)))
  serve(on, commentOnLogEntry, ({ params, body }, ctx) => entries.addComment(ctx, params, body.text))
  serve(on, editLogEntries, ({ body }, ctx) => bulk(ctx, editEntries, body.target, body.edit))
  serve(on, moveLogEntries, ({ body: { target, ...move } }, ctx) => bulk(ctx, moveEntries, target, move))
  serve(on, lastLogTexts, (_input, ctx) => lastTextsOf(ctx))
  serve(on, listAssignees, ({ params, query }, ctx) => assigneesAt(ctx, params.location_id, query.q))
  serve(on, listPresentAssignees, (_input, ctx) => presentAssignees(ctx))
  serve({ ...on, pace: paceOf(on, uploadAddressesAMinute) }, createLogPhotoUpload, ({ params }, ctx) =>
    createUpload(ctx, params),
  )
  serve(on, deleteLogPhoto, async ({ params }, ctx) => void (await deletePhoto(ctx, params)))
  serveUpload(on)
  servePicture(on)
  serve(on, getLogCalendar, (_input, ctx) => ownCalendar(ctx))
  serve(on, createLogCalendar, ({ body }, ctx) => createCalendar(ctx, body.scope))
  serve(on, deleteLogCalendar, async (_input, ctx) => void (await deleteCalendar(ctx)))
  serveCalendar(on)
  serve(on, getWorkingHours, ({ params }, ctx) => hours.workingHoursOf(ctx, params.organization_id))
  serve(on, updateWorkingHours, ({ params, body, version }, ctx) =>
    hours.updateWorkingHours(ctx, params.organization_id, body, version),
  )
}

/** In a separate scope, because no other route of the log accepts a picture. A wrong address is refused before its body is read. */
function serveUpload(on: On): void {
  const { config, clock } = on.deps
  inOwnScope(on, ({ app }) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'image/jpeg',
      { parseAs: 'buffer', bodyLimit: logPhotoBytesAtMost },
      (_request, body, done) => done(null, body),
    )
    app.addHook('onRequest', app.rateLimit(limitOfLinks(on, 'log-upload', uploadsAMinute)))
    app.addHook('onRequest', async (request: FastifyRequest) => {
      readToken(config, 'log-upload', tokenIn(request), clock.now())
    })
    serve({ ...on, app }, uploadLogPhoto, ({ params, body }, ctx) => takeLogPhoto(ctx, params.token, bytesOf(body)))
  })
}

const servePicture = (on: On): void =>
  serveByLink(on, viewLogPhoto, {
    tag: 'maintenance',
    limit: limitOfLinks(on, 'log-view', looksAMinute),
    answer: async (ctx, token) => ({
      headers: {
        ...shownByConsole,
        // The address of a picture never shows another one; it ends after minutes.
        'cache-control': 'private, max-age=300, no-transform',
        'content-disposition': 'inline; filename="maintenance-photo.jpg"',
      },
      type: 'image/jpeg',
      body: Buffer.from(await viewLogPhotoBytes(ctx, token)),
    }),
  })

const serveCalendar = (on: On): void =>
  serveByLink(on, readLogCalendar, {
    tag: 'maintenance',
    limit: { max: calendarsAMinute, timeWindow: 60_000 },
    answer: async (ctx, secret) => ({
      headers: {
        ...shownByConsole,
        'cache-control': 'private, no-store',
        'content-disposition': 'inline; filename="maintenance.ics"',
      },
      type: 'text/calendar; charset=utf-8',
      body: await readCalendar(ctx, secret),
    }),
  })
