import * as z from 'zod'
import { codeOf, readingsOf } from '@wheelhouse/contract/deep-link/deep-link.ts'
import { shortestWord } from '@wheelhouse/contract/search/search.ts'

/** A card as someone reads it off a screen or off its back: the key to look for, and whether its bytes were turned round. */
export interface Card {
  key: string
  isReversed: boolean
}

/** Everything that a text may mean; each part is looked for by itself. */
export interface Shapes {
  /** `104217`, also a PIN. */
  location_code: string | null
  device: { location_code: string; number: number } | null
  id: string | null
  /** A hardware id, or how one begins. */
  hardware: { from: string; isWhole: boolean } | null
  qr_code: string | null
  /** The code on a vehicle, as it is printed: in capitals. */
  rental_code: string
  alias: string
  phone: string | null
  email: string | null
  pin: string | null
  /** The number of a SIM card, as printed on it: with or without spaces. */
  iccid: string | null
  cards: Card[]
  words: string[]
}

/** Pure: nothing is looked up. An address that a QR carries means what its code means. */
export function shapesOf(q: string): Shapes {
  const code = codeOf(q)
  const readings = code === null ? [] : readingsOf(code)
  const one = <Kind extends (typeof readings)[number]['kind']>(kind: Kind) =>
    readings.find((reading): reading is Extract<(typeof readings)[number], { kind: Kind }> => reading.kind === kind)
  const device = one('device_number')
  return {
    location_code: one('location_code')?.code ?? null,
    device: device ? { location_code: device.location_code, number: device.number } : null,
    id: one('id')?.id ?? null,
    hardware: hardwareOf(code ?? ''),
    qr_code: one('qr_code')?.code ?? null,
    rental_code: (code ?? '').toUpperCase(),
    alias: one('alias')?.alias ?? '',
    phone: phoneOf(q),
    email: z.email().safeParse(q).success ? q.toLowerCase() : null,
    pin: /^\d{6}$/.test(q) ? q : null,
    iccid: iccidOf(q),
    cards: cardsOf(q),
    words: wordsOf(q),
  }
}

const hardwareDigits = 24
/** Shorter beginnings fit half of a fleet. */
const shortestBeginning = 6

function hardwareOf(code: string): Shapes['hardware'] {
  // A UUID is the id of a row here and never of hardware.
  if (z.uuid().safeParse(code).success) return null
  const hex = code.replace(/[\s:-]/g, '').toUpperCase()
  if (!/^[0-9A-F]+$/.test(hex) || hex.length < shortestBeginning || hex.length > 32) return null
  return { from: hex, isWhole: hex.length >= hardwareDigits }
}

/** E.164 with its plus or two zeros, however it is spaced. */
function phoneOf(q: string): string | null {
  const [, digits] = /^(?:\+|00)([\d\s().-]+)$/.exec(q) ?? []
  const bare = digits?.replace(/\D/g, '') ?? ''
  return bare.length >= 7 && bare.length <= 15 ? `+${bare}` : null
}

function iccidOf(q: string): string | null {
  const bare = q.replace(/[\s-]/g, '')
  return /^\d{18,22}$/.test(bare) ? bare : null
}

/** Bytes of a card: 4, 7 or 10 (values: RFID). */
const cardBytes = [4, 7, 10] as const
const shortestDecimal = 7

/** Hex, or the decimal that is printed on cards, each in both orders of its bytes. */
function cardsOf(q: string): Card[] {
  const bare = q.replace(/[\s:-]/g, '').toUpperCase()
  const hex = /^[0-9A-F]+$/.test(bare) && cardBytes.some((bytes) => bytes * 2 === bare.length) ? [bare] : []
  const keys = [...hex, ...decimalKeys(bare)]
  return keys.flatMap((key) => {
    const turned = reversed(key)
    return turned === key
      ? [{ key, isReversed: false }]
      : [
          { key, isReversed: false },
          { key: turned, isReversed: true },
        ]
  })
}

function decimalKeys(bare: string): string[] {
  if (!/^\d{1,25}$/.test(bare) || bare.length < shortestDecimal) return []
  const hex = BigInt(bare).toString(16).toUpperCase()
  const bytes = cardBytes.find((size) => hex.length <= size * 2)
  return bytes === undefined ? [] : [hex.padStart(bytes * 2, '0')]
}

const reversed = (key: string): string => (key.match(/../g) ?? []).toReversed().join('')

const wordsAtMost = 6

/** All of them must be found; one at least is long enough for the index. */
function wordsOf(q: string): string[] {
  const words = q
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
    .slice(0, wordsAtMost)
  return words.some((word) => word.length >= shortestWord) ? words : []
}
