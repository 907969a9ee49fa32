import { describe, expect, test } from 'vitest'
import { getCommand, listLocationCommands } from './commands/commands.ts'
import { getDevice, listLocationDevices } from './devices/devices.ts'
import { listLocationEvents } from './events/events.ts'
import { getLocation, listLocations } from './locations/locations.ts'
import { getParkingSession } from './parking-sessions/parking-sessions.ts'
import { getPointOfInterest, listPointEvents } from './points-of-interest/points-of-interest.ts'
import { listRegions } from './regions/regions.ts'
import { listSavedViews } from './saved-views/saved-views.ts'
import { changeTypesOf, isBelowRoute, isStaleAfter } from './staleness.ts'

const here = 'b1d2c3f4-0000-4000-8000-000000000001'
const there = 'b1d2c3f4-0000-4000-8000-000000000002'
const thing = 'b1d2c3f4-0000-4000-8000-000000000003'

describe('the types of change that make a reply stale', () => {
  test.each([
    ['the resource types of its access', getPointOfInterest, ['point_of_interest']],
    ['what the route says where the access is of another type', listRegions, ['region_config']],
    ['none of the access where it needs no right', listSavedViews, ['saved_view']],
    ['more than one type', listLocations, ['location', 'device', 'log_entry']],
    ['of the events of a thing also the thing itself', listPointEvents, ['event', 'point_of_interest']],
  ] as const)('%s', (_title, route, types) => {
    expect(changeTypesOf(route)).toEqual(types)
  })
})

describe('a change makes a reply stale', () => {
  const params = { location_id: here }
  test.each([
    ['a location by its own change', getLocation, params, { type: 'location', id: here, location_id: here }, true],
    ['not by that of another', getLocation, params, { type: 'location', id: there, location_id: there }, false],
    ['not by its devices', getLocation, params, { type: 'device', id: thing, location_id: here }, false],
    ['its devices by one there', listLocationDevices, params, { type: 'device', id: thing, location_id: here }, true],
    ['not by one elsewhere', listLocationDevices, params, { type: 'device', id: thing, location_id: there }, false],
    ['its commands', listLocationCommands, params, { type: 'command', id: thing, location_id: here }, true],
    ['its events', listLocationEvents, params, { type: 'event', id: thing, location_id: here }, true],
    [
      'a command by the parameter of its type',
      getCommand,
      { device_id: there, command_id: thing },
      { type: 'command', id: here, location_id: here },
      false,
    ],
    [
      'a session by a device that its path does not name',
      getParkingSession,
      { session_id: thing },
      { type: 'device', id: there, location_id: null },
      true,
    ],
    [
      'the events of a point by the point',
      listPointEvents,
      { point_id: thing },
      { type: 'point_of_interest', id: thing, location_id: null },
      true,
    ],
  ] as const)('%s', (_title, route, given, change, isStale) => {
    expect(isStaleAfter(route, given, change)).toBe(isStale)
  })
})

test.each([
  [`/location/v1/locations`, listLocations, true],
  [`/location/v1/locations/${here}/devices`, listLocations, true],
  [`/location/v1/location-totals`, listLocations, false],
  [`/location/v1/locations-of-old`, listLocations, false],
  [`/device/v1/devices/${thing}/commands/${there}`, getDevice, true],
  [`/device/v1/devices`, getDevice, false],
  [`/device/v1/devices/`, getDevice, false],
  [`/device/v1/last-comments`, getDevice, false],
] as const)('%s is below the path of %o: %s', (address, route, isBelow) => {
  expect(isBelowRoute(address, route)).toBe(isBelow)
})
