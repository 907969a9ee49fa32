import { isHexOfDigits, readKey, readUser } from '@wheelhouse/contract/allowlists/allowlist-entries.ts'
import { t } from '../../i18n/i18n.ts'

type Entries = readonly string[]

/** Which of the entries the server will refuse; null where it takes all. */
export function invalidText(entries: Entries, of: 'users' | 'keys'): string | null {
  const wrong = entries.flatMap((entry) => {
    const read = of === 'users' ? readUser(entry) : readKey(entry)
    return 'error' in read ? [{ entry: shortened(entry), words: read.error }] : []
  })
  const [first] = wrong
  if (first === undefined) return null
  return wrong.length === 1
    ? `${first.entry}: ${first.words}`
    : t('{{count}} not valid, the first is {{entry}}: {{words}}', { count: wrong.length, ...first })
}

const shownAtMost = 64
const shortened = (entry: string): string => (entry.length > shownAtMost ? `${entry.slice(0, shownAtMost)}…` : entry)

/** Which of the entries are read as hexadecimal although they may have been meant as decimals; null where there are none. */
export function hexText(entries: Entries): string | null {
  const digits = entries.filter(isHexOfDigits)
  const [entry] = digits
  if (entry === undefined) return null
  return digits.length === 1
    ? t('{{entry}} is read as hexadecimal. For a decimal number, add the leading zeros.', { entry })
    : t(
        '{{count}} entries are read as hexadecimal, the first is {{entry}}. For decimal numbers, add the leading zeros.',
        { count: digits.length, entry },
      )
}
