import { beforeEach, expect, test, vi } from 'vitest'
import { followAddress, keepLeftView, leftView } from './left-view.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})

const audit = { id: 'audit', search: 'health=online&status=launched' }

test('a link to another filter of the list leaves the view that was chosen before', () => {
  keepLeftView('/locations', audit)
  followAddress('/locations?q=Oslo')
  expect(leftView('/locations')).toBeNull()
})

test('the way to a row and back to the same filter stays in the view', () => {
  keepLeftView('/locations', audit)
  followAddress('/locations/0192')
  followAddress('/locations?status=launched&health=online#top')
  expect(leftView('/locations')).toEqual(audit)
})

test('what an older console kept counts as nothing', () => {
  sessionStorage.setItem('wheelhouse.view./locations', 'audit')
  expect(leftView('/locations')).toBeNull()
})
