import * as v from 'valibot'
import { points } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { id, idAfter } from '../../lists/address-values.ts'
import { cameraParameter } from '../../lists/camera-parameter.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

export const pointsAddress = listAddress(points, {
  view: v.literal('map'),
  camera: cameraParameter,
  /** The panel or form that is open: a point, `edit:` and a point, a new one, or a place looked for on the map. */
  open: v.union([id, idAfter('edit:'), v.picklist(['new', 'place'])]),
  /** `latitude,longitude` of a new one. */
  at: v.pipe(v.string(), v.regex(/^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?$/)),
})
export type PointsSearch = SearchOf<typeof pointsAddress>

export const pointOpen = ({ open }: PointsSearch): { id: string; isEdited: boolean } | null => {
  if (open === undefined || open === 'new' || open === 'place') return null
  return { id: open.replace('edit:', ''), isEdited: open.startsWith('edit:') }
}

export const closed = (search: PointsSearch): PointsSearch => ({ ...search, open: undefined, at: undefined })
