import * as z from 'zod'
import { isSafeAddress, seconds, SettingError, withoutSlash } from './setting-kinds.ts'

/** Settings of the providers of SIM cards and of payments. */
export const providerSettings = {
  /** The provider that connects the SIM cards of external devices. */
  SIM_PROVIDER: z.enum(['simulated', 'control_center']).default('simulated'),
  /** Address of the provider's REST API. It receives a key, so it must be https or on this machine. */
  SIM_API_URL: z
    .string()
    .refine(isSafeAddress, 'it is not an https address such as https://restapi1.jasper.com')
    .optional(),
  SIM_API_USER: z.string().min(1).optional(),
  SIM_API_KEY: z.string().min(1).optional(),
  SIM_TIMEOUT_S: seconds(10),
  /** Who moves the money. */
  PAYMENT_PROVIDER: z.enum(['simulated', 'stripe']).default('simulated'),
  /** Address of Stripe's REST API. It receives a key, so it must be https or on this machine. */
  STRIPE_API_URL: z
    .string()
    .refine(isSafeAddress, 'it is not an https address such as https://api.stripe.com')
    .default('https://api.stripe.com'),
  STRIPE_KEY: z.string().min(1).optional(),
  /** Signs the messages that Stripe sends to /payment/v1/webhooks/stripe. */
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_TIMEOUT_S: seconds(20),
}
type ProviderSettings = z.output<z.ZodObject<typeof providerSettings>>

export interface SimConfig {
  provider: 'simulated' | 'control_center'
  api_url: string
  user: string
  /** Secret: it appears in no log and no response. */
  key: string
  timeout_s: number
}

export interface StripeConfig {
  api_url: string
  /** Secret, as is the next: they appear in no log and no response. */
  key: string
  webhook_secret: string
  timeout_s: number
}

export interface PaymentConfig {
  provider: 'simulated' | 'stripe'
  stripe: StripeConfig
}

export function simsOf(s: ProviderSettings): SimConfig {
  const { SIM_PROVIDER: provider, SIM_API_URL: url, SIM_API_USER: user, SIM_API_KEY: key } = s
  if (provider !== 'simulated')
    for (const [name, value] of Object.entries({ SIM_API_URL: url, SIM_API_USER: user, SIM_API_KEY: key }))
      if (value === undefined) throw new SettingError(`The setting ${name} is missing: SIM_PROVIDER is ${provider}`)
  return { provider, api_url: withoutSlash(url ?? ''), user: user ?? '', key: key ?? '', timeout_s: s.SIM_TIMEOUT_S }
}

export function paymentsOf(s: ProviderSettings): PaymentConfig {
  const { PAYMENT_PROVIDER: provider, STRIPE_KEY: key, STRIPE_WEBHOOK_SECRET: secret } = s
  if (provider === 'stripe')
    for (const [name, value] of Object.entries({ STRIPE_KEY: key, STRIPE_WEBHOOK_SECRET: secret }))
      if (value === undefined) throw new SettingError(`The setting ${name} is missing: PAYMENT_PROVIDER is ${provider}`)
  const stripe = { key: key ?? '', webhook_secret: secret ?? '', timeout_s: s.STRIPE_TIMEOUT_S }
  return { provider, stripe: { api_url: withoutSlash(s.STRIPE_API_URL), ...stripe } }
}
