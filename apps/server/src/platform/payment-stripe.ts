import * as z from 'zod'
import type { StripeConfig } from './provider-settings.ts'
import { PaymentError } from './payment-provider.ts'
import type {
  CancelAnswer,
  ChargeAnswer,
  ChargeAsk,
  Movement,
  PayingMethod,
  PaymentProvider,
} from './payment-provider.ts'
import { isSigned } from './signed-messages.ts'
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts'
import { allOf, askStripe, jsonOf, KeyReused, secondsOf } from './stripe-requests.ts'
import type { StripeRequest } from './stripe-requests.ts'

/**
 * Stripe by its public REST API (https://docs.stripe.com/api): payment intents, refunds and signed webhooks. A payment has one
 * intent, which a retry or an approval confirms again, so Stripe itself never charges it twice. A repeated key gets the first
 * answer again, which may be out of date: what was pending then is read again.
 */
// oxlint-disable-next-line max-lines-per-function -- it makes the functions of one provider, each of them short
export function stripePayments(config: StripeConfig): PaymentProvider {
  const ask = <S extends z.ZodType>(schema: S, request: StripeRequest) => askStripe(config, schema, request)
  const readIntent = (reference: string) =>
    ask(Intent, { method: 'GET', path: `payment_intents/${encodeURIComponent(reference)}` })

  const readRefund = (reference: string) =>
    ask(Refund, { method: 'GET', path: `refunds/${encodeURIComponent(reference)}` })

  /** The newest intent of the payment: its first request carried our id. Stripe finds it within a minute of its creation. */
  async function findIntent(paymentId: string): Promise<Intent | undefined> {
    const query = new URLSearchParams({ query: `metadata['payment_id']:'${paymentId}'`, limit: '1' })
    const { data } = await ask(z.object({ data: z.array(Intent) }), {
      method: 'GET',
      path: `payment_intents/search?${query}`,
    })
    return data[0]
  }

  /** A payment has few refunds; that of this attempt carries its key. */
  async function findRefund(reference: string, key: string): Promise<z.output<typeof Refund> | undefined> {
    const refunds = await allOf(config, Refund, 'refunds', { payment_intent: reference })
    return refunds.find(({ metadata }) => metadata?.['attempt_id'] === key)
  }

  /** Makes the one intent of the payment. */
  async function first({ key, method, isKeyForgotten, ...rest }: ChargeAsk): Promise<ChargeAnswer> {
    const made = isKeyForgotten ? await findIntent(rest.payment_id) : undefined
    if (made) return answerOf(made)
    const form = {
      ...payingWith(method),
      amount: toStripeAmount(rest.amount_minor, rest.currency),
      currency: rest.currency.toLowerCase(),
      confirm: 'true',
      'metadata[payment_id]': rest.payment_id,
      ...(method.customer_reference === '' ? {} : { customer: method.customer_reference }),
    }
    return confirmed({ path: 'payment_intents', key, form }, () => findIntent(rest.payment_id))
  }

  /** Stripe takes a key for one endpoint only, so this one has its own. What is under way or ended there is not asked for again. */
  async function again({ key, method }: ChargeAsk, reference: string): Promise<ChargeAnswer> {
    const made = await readIntent(reference)
    if (!needsConfirming.has(made.status)) return answerOf(made)
    const path = `payment_intents/${encodeURIComponent(reference)}/confirm`
    return confirmed({ path, key: `${key}-confirm`, form: payingWith(method) }, () => readIntent(reference))
  }

  /** Under a key that was used for something else, such as the card before this one, what became of that is the answer. */
  async function confirmed(
    request: Omit<StripeRequest, 'method'>,
    read: () => Promise<Intent | undefined>,
  ): Promise<ChargeAnswer> {
    try {
      const answer = answerOf(await ask(IntentOrDecline, { method: 'POST', ...request }))
      return answer.state === 'pending' ? answerOf(await readIntent(answer.reference)) : answer
    } catch (error) {
      const made = error instanceof KeyReused ? await read() : undefined
      if (!made) throw error
      return answerOf(made)
    }
  }

  const confirm = (asked: ChargeAsk): Promise<ChargeAnswer> =>
    asked.reference === null ? first(asked) : again(asked, asked.reference)

  return {
    name: 'stripe',
    charge: confirm,
    approve: confirm,
    async refund({ key, reference, refund_reference, amount_minor, currency, isKeyForgotten }) {
      const amount = toStripeAmount(amount_minor, currency)
      const form = { payment_intent: reference ?? '', amount, 'metadata[attempt_id]': key }
      const taken = isKeyForgotten && refund_reference === null ? await findRefund(reference ?? '', key) : undefined
      const known = refund_reference ?? taken?.id ?? null
      const made =
        known === null
          ? await ask(RefundOrRefusal, { method: 'POST', path: 'refunds', key, form })
          : await readRefund(known)
      if ('error' in made) return { state: 'refund_failed', result: codeOf(made.error), reference: null }
      const { id, status, failure_reason } =
        made.status === 'pending' && known === null ? await readRefund(made.id) : made
      if (status === 'succeeded') return { state: 'refunded', result: status, reference: id }
      if (status === 'pending' || status === 'requires_action')
        return { state: 'pending', result: status, reference: id }
      return { state: 'refund_failed', result: failure_reason ?? status, reference: id }
    },
    async cancel({ key, reference }): Promise<CancelAnswer> {
      // The charge was not answered, so its intent is not known yet; it is cancelled as soon as it is.
      if (reference === null) throw new PaymentError('no_answer')
      const path = `payment_intents/${encodeURIComponent(reference)}/cancel`
      const made = await ask(IntentOrDecline, { method: 'POST', path, key, form: {} })
      const { status } = 'error' in made ? await readIntent(reference) : made
      if (status === 'canceled') return { state: 'cancelled', result: status }
      if (status === 'succeeded') return { state: 'too_late', result: status }
      throw new PaymentError('unavailable')
    },
    status: async (reference) => answerOf(await readIntent(reference)),
    async lookUp(paymentId) {
      const made = await findIntent(paymentId)
      return made ? answerOf(made) : null
    },
    async movements(from, to) {
      const span = { 'created[gte]': secondsOf(from), 'created[lt]': secondsOf(to) }
      const charges = await allOf(config, Charge, 'charges', span)
      const refunds = await allOf(config, BookedRefund, 'refunds', span)
      return [
        ...charges.filter(({ status }) => status === 'succeeded').map(movementOfCharge),
        ...refunds.filter(({ status }) => status === 'succeeded').map(movementOfRefund),
      ]
    },
    async movement(kind, reference) {
      if (kind === 'refund') {
        const path = `refunds/${encodeURIComponent(reference)}`
        const refund = await ask(z.union([Declined, BookedRefund]), { method: 'GET', path })
        return 'error' in refund || refund.status !== 'succeeded' ? null : movementOfRefund(refund)
      }
      const path = `payment_intents/${encodeURIComponent(reference)}`
      const intent = await ask(z.union([Declined, BookedIntent]), { method: 'GET', path })
      return 'error' in intent || intent.status !== 'succeeded' ? null : movementOfIntent(intent)
    },
  }
}

const Failure = z.object({ code: z.string().optional(), decline_code: z.string().optional() })
const Intent = z.object({
  id: z.string().min(1),
  status: z.string().min(1),
  last_payment_error: Failure.nullish(),
})
type Intent = z.infer<typeof Intent>
/** A declined card answers 402, with the intent in its error. */
const Declined = z.object({ error: Failure.extend({ payment_intent: Intent.optional() }) })
type Declined = z.infer<typeof Declined>
const IntentOrDecline = z.union([Declined, Intent])
const payingWith = ({ reference }: PayingMethod) => ({ payment_method: reference, off_session: 'true' })
/** Any other status of an intent is an answer. */
const needsConfirming = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action'])

const Refund = z.object({
  id: z.string().min(1),
  status: z.string(),
  payment_intent: z.string().nullish(),
  amount: z.number().int(),
  currency: z.string(),
  failure_reason: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
})
const RefundOrRefusal = z.union([Declined, Refund])
/** Seconds since 1970. */
const created = z.number().int().nonnegative()
const BookedRefund = Refund.extend({ created })
const BookedIntent = Intent.extend({
  created,
  amount_received: z.number().int(),
  currency: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
})
const Charge = z.object({
  id: z.string().min(1),
  created,
  status: z.string(),
  payment_intent: z.string().nullish(),
  amount_captured: z.number().int(),
  currency: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
})

const codeOf = ({ code, decline_code }: z.infer<typeof Failure>): string => decline_code ?? code ?? 'declined'

/** `authentication_required`: the rider's bank asks for the rider, who is not here. */
function answerOf(made: Intent | Declined): ChargeAnswer {
  const intent = 'error' in made ? made.error.payment_intent : made
  const failure = 'error' in made ? made.error : made.last_payment_error
  // Refused before an intent was made: nothing was charged, and there is nothing to name.
  if (!intent) return { state: 'failed', result: failure ? codeOf(failure) : null, reference: '' }
  const { id: reference, status } = intent
  if (status === 'succeeded') return { state: 'paid', result: status, reference }
  if (status === 'canceled') return { state: 'cancelled', result: status, reference }
  if (status === 'processing') return { state: 'pending', result: status, reference }
  const result = failure ? codeOf(failure) : status
  const asksRider = status === 'requires_action' || result === 'authentication_required'
  return { state: asksRider ? 'needs_approval' : 'failed', result, reference }
}

const movementOfCharge = ({
  id,
  created,
  payment_intent,
  amount_captured,
  currency,
  metadata,
}: z.infer<typeof Charge>): Movement => ({
  kind: 'charge',
  reference: payment_intent ?? id,
  payment_id: metadata?.['payment_id'] ?? null,
  ...fromStripeAmount(amount_captured, currency),
  at: instantOf(created),
})
const movementOfIntent = ({
  id,
  created,
  amount_received,
  currency,
  metadata,
}: z.infer<typeof BookedIntent>): Movement => ({
  kind: 'charge',
  reference: id,
  payment_id: metadata?.['payment_id'] ?? null,
  ...fromStripeAmount(amount_received, currency),
  at: instantOf(created),
})
const movementOfRefund = ({ id, created, amount, currency }: z.infer<typeof BookedRefund>): Movement => ({
  kind: 'refund',
  reference: id,
  payment_id: null,
  ...fromStripeAmount(amount, currency),
  at: instantOf(created),
})
const instantOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

const Message = z.object({
  data: z.object({
    object: z.object({ id: z.string(), object: z.string(), payment_intent: z.string().nullish() }),
  }),
})

/**
 * The payment that a signed message is about; null for a message about something else; undefined where the signature is not
 * Stripe's or the message is older than five minutes. What it says happened is never believed: the provider is asked.
 */
export function toldByStripe(secret: string, signature: string, raw: Buffer, now: Date): string | null | undefined {
  if (!isSigned(secret, signature, raw, now)) return undefined
  const message = Message.safeParse(jsonOf(raw.toString()))
  if (!message.success) return null
  const { id, object, payment_intent } = message.data.data.object
  return object === 'payment_intent' ? id : (payment_intent ?? null)
}
