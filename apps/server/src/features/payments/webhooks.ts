import { sql } from 'kysely'
import { keepSignedBodies, signedBodyOf } from '../../http/raw-bodies.ts'
import { inOwnScope } from '../../http/own-scope.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { stripeWebhook } from '@wheelhouse/contract/payments/payments.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { toldByStripe } from '../../platform/payment-stripe.ts'
import { askForPayment } from './provider-answers.ts'

const messageAtMost = 262_144
const messagesAMinute = 1_000

/**
 * A message of the provider only says which payment to ask about, so that a replayed, late or reordered one changes nothing.
 * Its bytes are signed as they are, so they are read in a scope of their own route.
 */
export function webhookRoutes(on: On): void {
  inOwnScope(on, ({ app }) => {
    keepSignedBodies(app, 'stripe-signature', messageAtMost)
    app.addHook('onRequest', app.rateLimit({ max: messagesAMinute, timeWindow: 60_000 }))
    serve({ ...on, app }, stripeWebhook, async ({ body }, { config, clock, db, jobs }) => {
      const { raw, signature } = signedBodyOf(body)
      const reference = toldByStripe(config.payments.stripe.webhook_secret, signature, raw, clock.now())
      if (reference === undefined) throw new AppError('webhook_forged')
      if (reference === null) return
      const { rows } = await sql<{
        id: string
      }>`select id from payments where provider = 'stripe' and reference = ${reference}`.execute(db)
      for (const { id } of rows) await jobs.send(db, askForPayment, { payment_id: id, isTold: true })
    })
  })
}
