import { amountText, currencyDecimals } from '@wheelhouse/contract/currencies.ts'
import type { PublishedFleet } from './published-area.ts'

type Price = NonNullable<PublishedFleet['price']>

/** Each type of vehicle names a plan, also where riding costs nothing. */
export const freePlanId = 'free'
export const freePlan = (currency: string) => ({
  plan_id: freePlanId,
  name: [{ text: 'Free of charge', language: 'en' }],
  currency,
  price: 0,
  is_taxable: false,
  description: [{ text: 'Free of charge.', language: 'en' }],
  surge_pricing: false,
})

/** What a ride of a fleet costs, as GBFS says it. */
export function pricingPlan(price: Price) {
  const { currency, free_minutes, minute_minor, hour_minor, day_minor } = price
  const unit = 10 ** currencyDecimals(currency)
  const steps = [
    [minute_minor, 1],
    [hour_minor, 60],
    [day_minor, 1_440],
  ] as const
  const segments = steps
    .filter(([minor]) => minor > 0)
    .map(([minor, interval]) => ({ start: free_minutes, rate: minor / unit, interval }))
  return {
    plan_id: price.id,
    name: [{ text: price.name, language: 'en' }],
    currency,
    price: price.starting_minor / unit,
    is_taxable: false,
    description: [{ text: inWords(price), language: 'en' }],
    ...(segments.length > 0 ? { per_min_pricing: segments } : {}),
    surge_pricing: false,
  }
}

/** What the numbers of the standard cannot say: caps, and calendar days. */
function inWords(price: Price): string {
  const money = (minor: number): string => `${amountText(minor, price.currency)} ${price.currency}`
  const parts = [
    ...(price.starting_minor > 0 ? [`${money(price.starting_minor)} to unlock`] : []),
    ...(price.free_minutes > 0 ? [`the first ${price.free_minutes} minutes are free`] : []),
    ...(price.minute_minor > 0 ? [`${money(price.minute_minor)} a minute`] : []),
    ...(price.hour_minor > 0 ? [`${money(price.hour_minor)} an hour`] : []),
    ...(price.day_minor > 0 ? [`${money(price.day_minor)} a calendar day`] : []),
    ...(price.day_cap_minor === null ? [] : [`at most ${money(price.day_cap_minor)} a calendar day`]),
    ...(price.stay_cap_minor === null ? [] : [`at most ${money(price.stay_cap_minor)} a rental`]),
  ]
  const text = parts.join(', ')
  return text === '' ? 'Free of charge.' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
