import { expect, test } from 'vitest'
import { allowlists } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { consoleUsers } from '@wheelhouse/contract/console-users/console-users.ts'
import { hardwareList } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { unassignedHardware } from '@wheelhouse/contract/hardware/hardware.ts'
import { locations } from '@wheelhouse/contract/locations/locations.ts'
import { logEntries } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { organizations } from '@wheelhouse/contract/organizations/organization-details.ts'
import { activeSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { payments } from '@wheelhouse/contract/payments/payments.ts'
import { points } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { priceLists } from '@wheelhouse/contract/price-lists/price-lists.ts'
import { regions } from '@wheelhouse/contract/regions/regions.ts'
import { rentalDevices } from '@wheelhouse/contract/rentals/rentals.ts'
import { templates } from '@wheelhouse/contract/templates/templates.ts'
import type { AnyList } from '../../lists/list-address.ts'
import { nameOfList } from '../../lists/list-name.ts'
import { goKeys } from './go-keys.ts'
import { listPlaces, placeOfList } from './list-places.ts'
import { allDestinations } from './navigation.ts'

const menu = allDestinations('').flatMap(({ destinations }) =>
  destinations.flatMap(({ label, path, children = [] }) => [{ label, path }, ...children]),
)

test.each<[AnyList, string]>([
  [locations, '/locations'],
  [rentalDevices, '/rentals'],
  [activeSessions, '/device-sessions/active'],
  [payments, '/payments'],
  [priceLists, '/price-lists'],
  [allowlists, '/allowlists'],
  [hardwareList, '/hardware/list'],
  [unassignedHardware, '/hardware/unassigned'],
  [templates, '/hardware/templates'],
  [logEntries, '/maintenance-log'],
  [points, '/points-of-interest'],
  [organizations, '/organizations'],
  [consoleUsers, '/users/console'],
  [regions, '/regions'],
])('the saved views and the export of a list are found by the name that its screen uses', (list, path) => {
  expect(placeOfList(nameOfList(list))).toBe(path)
  expect(listPlaces.find((place) => place.path === path)?.hasExport).toBe(list.csv !== undefined)
})

test('every list of the palette and every key of the keyboard help leads to an entry of the menu', () => {
  const paths = menu.map(({ path }) => path)
  expect(listPlaces.filter(({ path }) => !paths.includes(path))).toEqual([])
  expect(goKeys.filter(({ path, label }) => !menu.some((one) => one.path === path && one.label === label))).toEqual([])
  expect(new Set(goKeys.map(({ key }) => key)).size).toBe(goKeys.length)
})
