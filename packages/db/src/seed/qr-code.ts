import type { Chance } from './chance.ts'

/** Crockford's base 32: no I, L, O and U. Behind the tenth letter's value 31 stand signs that do not belong in an address. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const payloadLength = 9
const checkBase = 37n

/** Nine letters and Crockford's check digit (the number modulo 37); draws until the check is a letter too. */
export function qrCode(chance: Chance): string {
  for (;;) {
    const payload = Array.from({ length: payloadLength }, () => chance.pick([...letters])).join('')
    const check = letters[checkOf(payload)]
    if (check) return payload + check
  }
}

export const isQrCode = (text: string): boolean =>
  /^[0-9A-HJKMNP-TV-Z]{10}$/.test(text) && letters[checkOf(text.slice(0, payloadLength))] === text[payloadLength]

const checkOf = (payload: string): number =>
  Number([...payload].reduce((sum, letter) => sum * 32n + BigInt(letters.indexOf(letter)), 0n) % checkBase)
