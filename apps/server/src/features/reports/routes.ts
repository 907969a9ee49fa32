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
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { limitOfLinks } from '../../http/link-limit.ts'
import { serveByLink } from '../../http/serve-by-link.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serveEvents } from '../events/serve-events.ts'
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
const serveDownload = (on: On): void =>
  serveByLink(on, downloadReport, {
    tag: 'report',
    limit: limitOfLinks(on, 'report', downloadsAMinute),
    answer: async (ctx, token) => {
      const { bytes, name, report } = await openDownload(ctx, token)
      return {
        headers: {
          'cache-control': 'no-store, private, no-transform',
          'content-disposition': `attachment; filename="${name}"`,
        },
        type: formatOf(report).type,
        body: bytes,
      }
    },
  })
