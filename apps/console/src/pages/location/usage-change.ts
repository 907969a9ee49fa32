import { t } from '../../i18n/i18n.ts'

/** "−35 (4.3 %) on 5 weeks earlier": the difference with its sign, and how much that is of the value before. */
export function changeOn(
  now: number | null,
  before: number | null,
  when: string,
  write: (value: number) => string,
): string {
  if (now === null || before === null) return t('No value {{when}}', { when })
  const difference = now - before
  if (difference === 0) return t('The same as {{when}}', { when })
  const change = `${difference > 0 ? '+' : '−'}${write(Math.abs(difference))}`
  if (before === 0) return t('{{change}} on {{when}}', { change, when })
  const share = (Math.abs(difference) * 100) / before
  return t('{{change}} ({{share}} %) on {{when}}', { change, share: share.toFixed(share < 100 ? 1 : 0), when })
}
