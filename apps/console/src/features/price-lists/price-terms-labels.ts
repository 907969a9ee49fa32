import type { PriceTerms } from '@wheelhouse/contract/price-lists/fee.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { durationText } from '../../ui/form/duration.ts'

/** The prices of a version in one line: `€0.50 an hour, at most €36.00 a stay`. */
export function termsLine(terms: PriceTerms, { money }: Pick<Format, 'money'>): string {
  const sum = (minor: number): string => money(minor, terms.currency)
  const parts = [
    terms.free_minutes > 0 ? t('{{time}} free', { time: durationText(terms.free_minutes) }) : '',
    terms.starting_minor > 0 ? t('{{sum}} to start', { sum: sum(terms.starting_minor) }) : '',
    terms.minute_minor > 0 ? t('{{sum}} a minute', { sum: sum(terms.minute_minor) }) : '',
    terms.hour_minor > 0 ? t('{{sum}} an hour', { sum: sum(terms.hour_minor) }) : '',
    terms.day_minor > 0 ? t('{{sum}} a day', { sum: sum(terms.day_minor) }) : '',
    terms.day_cap_minor === null ? '' : t('at most {{sum}} a day', { sum: sum(terms.day_cap_minor) }),
    terms.stay_cap_minor === null ? '' : t('at most {{sum}} a stay', { sum: sum(terms.stay_cap_minor) }),
  ].filter(Boolean)
  return parts.length === 0 ? t('Free') : parts.join(', ')
}
