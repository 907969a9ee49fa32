import { currencyDecimals } from '@wheelhouse/contract/currencies.ts'

/**
 * Decimals of the unit in which Stripe takes amounts, where it is not the minor unit of ISO 4217
 * (https://docs.stripe.com/currencies): krónur and Ugandan shillings travel with two decimals, which must be 00, and ariary whole.
 */
const decimalsThere: Readonly<Partial<Record<string, number>>> = { ISK: 2, UGX: 2, MGA: 0 }

const shiftOf = (currency: string): number => {
  const here = currencyDecimals(currency)
  return (decimalsThere[currency] ?? here) - here
}

/** A fraction of Stripe's unit is sent as it is and refused there: a rounded charge would not be what the rider owes. */
export function toStripeAmount(minor: number, currency: string): string {
  const shift = shiftOf(currency)
  return String(shift < 0 ? minor / 10 ** -shift : minor * 10 ** shift)
}

/** Stripe writes currencies in small letters. */
export function fromStripeAmount(amount: number, currency: string): { amount_minor: number; currency: string } {
  const code = currency.toUpperCase()
  const shift = shiftOf(code)
  return { amount_minor: shift < 0 ? amount * 10 ** -shift : Math.round(amount / 10 ** shift), currency: code }
}
