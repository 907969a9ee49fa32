import * as v from 'valibot'
import { outages } from '@wheelhouse/contract/outages/outages.ts'
import { idPair } from '../../lists/address-values.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'
import { PeriodOrDays } from '../../lists/periods.ts'

/** `open` is a location and the outage there whose panel is open. Without a view the list has what is not over. */
export const outagesAddress = listAddress(
  outages,
  {
    open: idPair,
    view: v.literal('all'),
    period: PeriodOrDays,
  },
  ['from', 'to'],
)
export type OutagesSearch = SearchOf<typeof outagesAddress>

export interface OutageRef {
  location_id: string
  outage_id: string
}

export const refOf = ({ location_id, id }: { location_id: string; id: string }): OutageRef => ({
  location_id,
  outage_id: id,
})
export const openOf = ({ location_id, id }: { location_id: string; id: string }): string => `${location_id}.${id}`

export function openedOutage({ open }: Pick<OutagesSearch, 'open'>): OutageRef | null {
  if (open === undefined) return null
  const [location_id = '', outage_id = ''] = open.split('.')
  return { location_id, outage_id }
}
