import * as z from 'zod'

/** 12 to 32 hexadecimal digits, shown upper case and compared without case; people print and type it in groups. */
const hardwareId = /^[0-9A-F]{12,32}$/
export const normalizedHardwareId = (text: string): string => text.replace(/[\s:-]/g, '').toUpperCase()
export const isHardwareId = (text: string): boolean => hardwareId.test(text)

const longestText = 64

/** The id that a text says, or null: as `HardwareId` reads it, for a screen that asks before a form does. */
export function hardwareIdIn(text: string): string | null {
  const id = normalizedHardwareId(text)
  return text.length <= longestText && isHardwareId(id) ? id : null
}

/** Spec section 5: 'Invalid Hardware ID'. */
export const HardwareId = z
  .string('Invalid Hardware ID')
  .max(longestText, 'Invalid Hardware ID')
  .transform(normalizedHardwareId)
  .refine(isHardwareId, 'Invalid Hardware ID')

/** Any text: what is no id is not found. */
export const HardwareRef = z.strictObject({ hardware_id: z.string().max(longestText).transform(normalizedHardwareId) })

/** As many as one call takes: a mesh has a few dozen pieces, a large site a few hundred. */
export const hardwareAtOnce = 500

export const HardwareIds = z
  .array(HardwareId)
  .min(1, 'Invalid number of IDs')
  .max(hardwareAtOnce, `At most ${hardwareAtOnce} hardware ids at once`)
  .refine((ids) => new Set(ids).size === ids.length, 'Already scanned')

/** What became of each; 422 names those that were refused. */
export const HardwareResults = z.object({ results: z.array(z.object({ id: z.string() })) })
