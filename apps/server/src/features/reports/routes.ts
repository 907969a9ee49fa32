import * as z from 'zod'
import { inOwnScope } from '../../http/own-scope.ts'
import {
  cancelReport,
  createReport,
  createReportLink,
  downloadReport,
  getReport,
  getReportPreview,
  listReportEvents,
  reports,
  runReportAgain,
  setReportRepeat,
} from '@wheelhouse/contract/reports/reports.ts'
import { paceOf } from '../../http/rate-limit.ts'
import { admit, admittedFor } from '../../http/admission.ts'
import { refused, serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serveEvents } from '../events/serve-events.ts'
import { limitOfLinks } from '../security-photos/link-limit.ts'
import { createLink, openDownload } from './downloads.ts'
import { reportList } from './queries.ts'
import { formatOf } from './report-file.ts'
import * as verbs from './reports.ts'

const linksAMinute = 60
const downloadsAMinute = 60

export function reportRoutes(on: On): void {
  serveList(on, reports, reportList)
  serve(on, getReport, ({ params }, ctx) => reportList.get(ctx, params.report_id))
  serveEvents(on, listReportEvents)
  serve(on, createReport, ({ body }, ctx) => verbs.createReport(ctx, body))
  serve(on, runReportAgain, ({ params }, ctx) => verbs.runAgain(ctx, params.report_id))
  serve(on, cancelReport, ({ params }, ctx) => verbs.cancelRun(ctx, params.report_id))
  serve(on, setReportRepeat, ({ params, body, version }, ctx) =>
    verbs.setRepeat(ctx, params.report_id, body.repeats_monthly, version),
  )
  serve(on, getReportPreview, ({ params }, ctx) => verbs.previewOf(ctx, params.report_id))
  serve({ ...on, pace: paceOf(on, linksAMinute) }, createReportLink, ({ params }, ctx) =>
    createLink(ctx, params.report_id),
  )
  serveDownload(on)
}

/** A browser opens the link by itself, so it carries no token; the address names the person. */
function serveDownload(on: On): void {
  const route = downloadReport
  inOwnScope(on, ({ app }) => {
    app.addHook('onRequest', app.rateLimit(limitOfLinks(on, 'report', downloadsAMinute)))
    app.route({
      method: 'GET',
      url: route.path,
      // A HEAD would be recorded as a download of nothing.
      exposeHeadRoute: false,
      config: { contract: route },
      schema: { summary: route.summary, tags: ['report'], security: [], params: route.params, response: files },
      onRequest: (request, reply) => admit(on, route, request, reply),
      handler: async (request, reply) => {
        const { params, ctx } = admittedFor(route, request)
        const { bytes, name, report } = await openDownload(ctx, params.token)
        return reply
          .headers({ ...privateHeaders, 'content-disposition': `attachment; filename="${name}"` })
          .type(formatOf(report).type)
          .send(bytes)
      },
    })
  })
}

const privateHeaders = {
  'cache-control': 'no-store, private, no-transform',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

const files = {
  200: { description: downloadReport.summary, content: { [downloadReport.file]: { schema: z.string() } } },
  '4xx': refused,
}
