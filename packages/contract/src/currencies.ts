import * as z from 'zod'

/**
 * ISO 4217: what is in use as money, by the number of decimals of its minor unit. Stands here because `Intl` tells what
 * people write and not the standard's minor unit (HUF 0 for 2, IQD 0 for 3), and an integer of minor units is exact only
 * where both sides mean the same unit. Funds, metals and test codes are no money.
 */
const codesByDecimals: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE
    CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW
    KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK
    PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS
    UAH USD UYU UZS VES WST XCD YER ZAR ZMW`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
}

const decimals = new Map(
  Object.entries(codesByDecimals).flatMap(([count, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(count)] as const),
  ),
)

export const currencyCodes: readonly string[] = [...decimals.keys()].toSorted()

/** Decimals of the minor unit; two where the code is unknown, as most have. */
export const currencyDecimals = (code: string): number => decimals.get(code) ?? 2

export const isCurrency = (code: string): boolean => decimals.has(code)

/** Spec section 5: currency in ISO 4217 format. */
export const Currency = z
  .string('Currency is required')
  .trim()
  .min(1, 'Currency is required')
  .refine(isCurrency, 'Currency: in ISO 4217 format')

/** `1250` EUR is `12.50`, without the sign: as files carry it. */
export function amountText(minor: number, currency: string): string {
  const count = currencyDecimals(currency)
  const digits = String(Math.abs(minor)).padStart(count + 1, '0')
  const sign = minor < 0 ? '-' : ''
  return count === 0 ? sign + digits : `${sign}${digits.slice(0, -count)}.${digits.slice(-count)}`
}
