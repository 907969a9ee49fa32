import type { Format } from './format.ts'
import { nothing } from './format.ts'

type Numbers = Pick<Format, 'number'>

/** "93.5 %". */
export const percentText = (share: number, { number }: Numbers, decimals = 1): string => `${number(share, decimals)} %`

/** Of uptime everywhere: a contract says 99.95 %. */
export const uptimeDecimals = 2

/** "99.95 %"; a dash where there is none. */
export const uptimeText = (share: number | null, format: Numbers): string =>
  share === null ? nothing : percentText(share, format, uptimeDecimals)
