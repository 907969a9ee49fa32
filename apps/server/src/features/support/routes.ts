import { bytesOf } from '../../http/raw-bodies.ts'
import { inOwnScope } from '../../http/own-scope.ts'
import { reportError } from '@wheelhouse/contract/support/support.ts'
import { getAccessTrace } from '@wheelhouse/contract/support/access-trace.ts'
import { deniedScansAtDevice, deniedScansOfUser } from '@wheelhouse/contract/support/denied-scans.ts'
import {
  addCaseNote,
  createSupportCase,
  getSupportCase,
  setSupportCaseStatus,
  supportCases,
  updateSupportCase,
} from '@wheelhouse/contract/support/support-cases.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { traceUser } from './access-trace.ts'
import { caseById, caseList } from './case-queries.ts'
import { deviceScanList, userScanList } from './denied-scans.ts'
import { projectOf, tunnel } from './error-tunnel.ts'
import { addNote, createCase, setCaseStatus, updateCase } from './support-cases.ts'

/** A replay of a minute comes below it. */
const reportAtMost = 1_048_576
const reportsAMinute = 60

export function supportRoutes(on: On): void {
  serve(on, getAccessTrace, ({ params, query }, ctx) => traceUser(ctx, params, query.access_key_id))
  serveList(on, deniedScansOfUser, userScanList)
  serveList(on, deniedScansAtDevice, deviceScanList)
  serveList(on, supportCases, caseList)
  serve(on, getSupportCase, ({ params }, ctx) => caseById(ctx, params))
  serve(on, createSupportCase, ({ params, body }, ctx) => createCase(ctx, params.rider_id, body))
  serve(on, updateSupportCase, ({ params, body, version }, ctx) => updateCase(ctx, params, body, version))
  serve(on, setSupportCaseStatus, ({ params, body, version }, ctx) => setCaseStatus(ctx, params, body.status, version))
  serve(on, addCaseNote, ({ params, body }, ctx) => addNote(ctx, params, body.text))
  serveErrorReports(on)
}

function serveErrorReports(on: On): void {
  const project = projectOf(on.deps.config.sentry_dsn)
  // Registered in a separate scope, because the reporter sends text, which no other route accepts.
  inOwnScope(on, ({ app }) => {
    app.removeContentTypeParser('application/json')
    for (const type of ['text/plain', 'application/x-sentry-envelope'])
      app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: reportAtMost }, (_request, body, done) =>
        done(null, body),
      )
    app.addHook('onRequest', app.rateLimit({ max: reportsAMinute, timeWindow: 60_000 }))
    serve({ ...on, app }, reportError, ({ body }, { log }) => tunnel(project, bytesOf(body), log))
  })
}
