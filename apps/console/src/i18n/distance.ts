import { t } from './i18n.ts'

/** "350 m", "1.2 km": to ten metres below a kilometre, to a hundred below ten. */
export function distanceLabel(metres: number, number: (value: number, digits?: number) => string): string {
  const tens = Math.round(metres / 10) * 10
  if (tens < 1_000) return t('{{count}} m', { count: tens })
  return t('{{count}} km', { count: number(metres / 1_000, metres < 9_950 ? 1 : 0) })
}
