import { expect, test } from 'vitest'
import type { SavedView } from '@wheelhouse/contract/saved-views/saved-views.ts'
import { activeView, normalSearch, withOffered } from './saved-views-active.ts'

const view = (id: string, search: string): SavedView => ({
  id,
  list: 'locations',
  name: id,
  search,
  is_shared: false,
  shared_by: null,
  can_delete: true,
  created_at: '2026-11-21T10:00:00.000Z',
})
const views = [view('offline', 'health=offline&status=launched'), view('demo', 'status=demo')]

test('screens: a saved view is a named address, in whatever order it is written', () => {
  expect(normalSearch('?status=launched&health=offline')).toBe('health=offline&status=launched')
  expect(activeView(views, '?status=launched&health=offline&open=1', null)).toEqual({ id: 'offline', isChanged: false })
})

test('a filter changed since is marked on the view one came from; the plain list is no view', () => {
  expect(activeView(views, 'status=demo&q=1', 'demo')).toEqual({ id: 'demo', isChanged: true })
  expect(activeView(views, 'status=demo&q=1', null)).toBeNull()
  expect(activeView(views, '', 'demo')).toBeNull()
  expect(activeView(views, 'status=demo&q=1', 'deleted')).toBeNull()
})

const all = [{ id: 'all', label: 'All', href: '/locations', isActive: true }]
const attention = { label: 'Needs attention', search: 'issue=fault&issue=offline&sort=issues' }
const here = { path: '/locations', search: '', views }

test('a list offers its view to those who have not saved one with the same address', () => {
  expect(withOffered(all, attention, here)).toEqual([
    ...all,
    { id: 'offered', label: 'Needs attention', href: `/locations?${attention.search}`, isActive: false },
  ])
  const shared = view('shared', 'sort=issues&issue=fault&issue=offline')
  expect(withOffered(all, attention, { ...here, views: [...views, shared] })).toEqual(all)
  expect(withOffered(all, undefined, here)).toEqual(all)
})

test('the offered view is marked at its address, in place of all', () => {
  const tabs = withOffered(all, attention, { ...here, search: '?sort=issues&issue=fault&issue=offline' })
  expect(tabs.map(({ id, isActive }) => [id, isActive])).toEqual([
    ['all', false],
    ['offered', true],
  ])
})
