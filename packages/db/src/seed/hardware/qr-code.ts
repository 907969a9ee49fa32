import { qrCheckLetter } from '@wheelhouse/contract/deep-link/deep-link.ts'
import type { Chance } from '../chance.ts'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const payloadLength = 9

/** Nine characters and Crockford's check digit; repeats until the check digit is a letter or digit too. */
export function qrCode(chance: Chance): string {
  for (;;) {
    const payload = Array.from({ length: payloadLength }, () => chance.pick([...letters])).join('')
    const check = qrCheckLetter(payload)
    if (check) return payload + check
  }
}
