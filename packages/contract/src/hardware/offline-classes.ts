import * as z from 'zod'
import { keysOf } from '../certain.ts'

/**
 * Classes of devices without contact, by how many hours ago the last one was: less than `below`, and at least as many as the class
 * before. Chart, list and link read them. Words are keys of `t`.
 */
export const offlineClasses = {
  up_to_2_h: { word: 'up to 2 h', below: 2 },
  from_2_to_24_h: { word: '2 to 24 h', below: 24 },
  from_1_to_7_d: { word: '1 to 7 d', below: 168 },
  more_than_7_d: { word: 'more than 7 d', below: null },
} as const
export const OfflineClass = z.enum(keysOf(offlineClasses))
export type OfflineClass = z.infer<typeof OfflineClass>
