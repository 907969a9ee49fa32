export const durationUnits = ['d', 'h', 'min'] as const
export type DurationUnit = (typeof durationUnits)[number]
export type DurationParts = Record<DurationUnit, number>

const minutesOf: Record<DurationUnit, number> = { d: 1440, h: 60, min: 1 }

/** 1,530 minutes are 1 d 1 h 30 min; units that are not shown go into the next smaller one. */
export function partsOf(minutes: number, units: readonly DurationUnit[]): DurationParts {
  const parts: DurationParts = { d: 0, h: 0, min: 0 }
  let left = minutes
  for (const unit of durationUnits.filter((one) => units.includes(one))) {
    parts[unit] = Math.floor(left / minutesOf[unit])
    left -= parts[unit] * minutesOf[unit]
  }
  return parts
}

export const minutesIn = (parts: DurationParts): number =>
  durationUnits.reduce((sum, unit) => sum + parts[unit] * minutesOf[unit], 0)

/** `1 d 1 h 30 min`; nothing at all is `0 min`. */
export function durationText(minutes: number): string {
  const parts = partsOf(minutes, durationUnits)
  const said = durationUnits.filter((unit) => parts[unit] > 0).map((unit) => `${parts[unit]} ${unit}`)
  return said.length === 0 ? '0 min' : said.join(' ')
}

/** Hours in quarters (values: bounds): `1,5`, `1.5`, `1:30` and `1 h 30` are 1.5; null where it is neither. */
export function hoursOf(typed: string): number | null {
  const text = typed.trim().toLowerCase()
  const clock = /^(\d+)\s*(?::|h)\s*(\d{1,2})?\s*(?:min|m)?$/.exec(text)
  if (clock !== null) {
    const minutes = Number(clock[2] ?? 0)
    return minutes < 60 ? Number(clock[1]) + minutes / 60 : null
  }
  return /^\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : null
}

export const isQuarter = (hours: number): boolean => Number.isInteger(hours * 4)
