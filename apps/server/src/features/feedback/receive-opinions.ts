import { keepSignedBodies, signedBodyOf } from '../../http/raw-bodies.ts'
import { inOwnScope } from '../../http/own-scope.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import {
  opinionBytesAtMost,
  opinionSignatureHeader,
  receiveOpinion,
  RiderOpinion,
} from '@wheelhouse/contract/feedback/rider-opinions.ts'
import { invalid } from '../../http/errors.ts'
import { issueWords } from '../../http/issue-words.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { isSigned } from '../../platform/signed-messages.ts'
import { takeOpinion } from './opinions.ts'

const opinionsAMinute = 600

/** The bytes are signed as they are, so they are read in a scope of their route; nothing unsigned is even parsed. */
export function serveOpinions(on: On): void {
  inOwnScope(on, ({ app }) => {
    keepSignedBodies(app, opinionSignatureHeader, opinionBytesAtMost)
    app.addHook('onRequest', app.rateLimit({ max: opinionsAMinute, timeWindow: 60_000 }))
    serve({ ...on, app }, receiveOpinion, async ({ body }, ctx) => {
      const { raw, signature } = signedBodyOf(body)
      if (!isSigned(ctx.config.riders_app_secret, signature, raw, ctx.clock.now())) throw new AppError('webhook_forged')
      const opinion = RiderOpinion.safeParse(jsonOf(raw), { error: issueWords })
      if (!opinion.success) throw invalid('invalid_body', opinion.error)
      return takeOpinion(ctx, opinion.data)
    })
  })
}

function jsonOf(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString())
  } catch {
    throw new AppError('malformed_json')
  }
}
