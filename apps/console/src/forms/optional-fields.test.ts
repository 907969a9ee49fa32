import { describe, expect, it } from 'vitest'
import { createDevices } from '@wheelhouse/contract/devices/device-edit.ts'
import { createLocation, updateLocation } from '@wheelhouse/contract/locations/location-edit.ts'
import { createLogEntry } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { createNotifierSubscription } from '@wheelhouse/contract/notifier/notifier.ts'
import { createPointOfInterest } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { createReport } from '@wheelhouse/contract/reports/reports.ts'
import { updateSavedView } from '@wheelhouse/contract/saved-views/saved-views.ts'
import { areOptional } from './optional-fields.ts'

const isOptional = (route: Parameters<typeof areOptional>[0], name: string, values = {}): boolean =>
  areOptional(route, values, [name])

describe('which fields of a form say "optional" (screens: forms)', () => {
  it('marks what the contract takes empty: a text, a choice, a list', () => {
    expect(isOptional(createPointOfInterest, 'description')).toBe(true)
    expect(isOptional(createPointOfInterest, 'location_id')).toBe(true)
    expect(isOptional(createLocation, 'tags')).toBe(true)
    expect(isOptional(createPointOfInterest, 'label')).toBe(false)
    expect(isOptional(createPointOfInterest, 'type')).toBe(false)
  })
  it('does not take what an edit leaves out for something that may be emptied', () => {
    expect(isOptional(createDevices, 'first_number')).toBe(true)
    expect(isOptional(updateLocation, 'address')).toBe(true)
    expect(isOptional(updateLocation, 'label')).toBe(false)
    expect(isOptional(updateSavedView, 'search')).toBe(true)
    expect(isOptional(updateSavedView, 'name')).toBe(false)
  })
  it('follows a rule over several fields while the others are still empty', () => {
    expect(isOptional(createLogEntry, 'old_firmware_version', { type: 'repair' })).toBe(true)
    expect(isOptional(createLogEntry, 'old_firmware_version', { type: 'firmware' })).toBe(false)
    expect(isOptional(createNotifierSubscription, 'url', { event: null, messaging_type: 'webhook', url: '' })).toBe(
      false,
    )
    const places = { type: '', location_ids: [], tags: [], of_organization_id: null }
    expect(isOptional(createReport, 'location_ids', places)).toBe(false)
    expect(isOptional(createReport, 'location_ids', { ...places, tags: ['station'] })).toBe(true)
  })
  it('empties the two numbers of a place together', () => {
    const place = { latitude: 59.4, longitude: 24.7 }
    expect(areOptional(createLocation, place, ['latitude', 'longitude'])).toBe(true)
    expect(isOptional(createLocation, 'longitude', place)).toBe(false)
  })
  it('marks nothing that the body does not have', () => {
    expect(isOptional(createPointOfInterest, 'color')).toBe(false)
    expect(isOptional({ method: 'POST' }, 'label')).toBe(false)
  })
})
