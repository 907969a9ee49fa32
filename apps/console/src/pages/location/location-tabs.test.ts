import { expect, test } from 'vitest'
import type { PermissionMap } from '@wheelhouse/contract/access.ts'
import { tabsOf } from './location-tabs.ts'
import { locationSearch } from './location-search.ts'
import { offeredViews, views, viewOf } from './location-views.ts'

const kinds = { fault: 1, alarm: 2, offline: 8, no_hardware: 1, log_entry: 3 }
const none = { fault: 0, alarm: 0, offline: 0, no_hardware: 0, log_entry: 0 }
const tabs = (issue_kinds: typeof kinds, hasDevices = true) =>
  tabsOf({ id: '1', issue_kinds }, { views, active: 'standard', hasDevices })
const counted = (...given: Parameters<typeof tabs>) =>
  tabs(...given).flatMap(({ label, count, href }) => (count === undefined ? [] : [{ label, count, href }]))

test('the tabs say how much is wrong, and lead to their whole view', () => {
  expect(counted(kinds)).toEqual([
    { label: 'Technical', count: 12, href: '/locations/1?view=technical' },
    { label: 'Maintenance', count: 3, href: '/locations/1?tab=maintenance' },
  ])
})

test('a view that shows only what is counted has an address', () => {
  const technical = locationSearch({ view: 'technical', devices: 'issues' })
  expect([viewOf(technical, views), technical.devices]).toEqual(['technical', 'issues'])
  const log = locationSearch({ tab: 'maintenance', entries: 'urgent' })
  expect([viewOf(log, views), log.entries]).toEqual(['maintenance', 'urgent'])
})

test('a location opens on the first view that its reader is offered', () => {
  const opened = (actions: PermissionMap) => viewOf(locationSearch({}), offeredViews(actions))
  expect(opened({ location: ['GET'], device: ['GET'] })).toBe('standard')
  expect(opened({ location: ['GET'] })).toBe('info')
  expect(viewOf(locationSearch({ view: 'standard' }), offeredViews({ location: ['GET'] }))).toBe('standard')
})

test('where all is well the tabs have no counts', () => {
  expect(counted(none)).toEqual([])
  expect(tabs(none).find(({ id }) => id === 'technical')?.href).toBe('/locations/1?view=technical')
  expect(tabs(none)[0]).toMatchObject({ href: '/locations/1', isActive: true })
})

test('who does not see the devices in the technical view gets no count of them', () => {
  expect(counted(kinds, false).map(({ label }) => label)).toEqual(['Maintenance'])
})
