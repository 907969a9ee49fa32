import { beforeEach, describe, expect, it } from 'vitest'
import { createDrafts, draftKey } from './drafts.ts'

const kept = new Map<string, string>()
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}
const drafts = createDrafts(store)
const key = draftKey('kadri', 'PUT', '/location/v1/locations/1')
const draft = {
  values: { label: 'Jaam 1', hours: null },
  base: { label: 'Jaam', hours: 12 },
  version: 3,
  kept_at: '2026-11-21T10:38:00.000Z',
}

describe('a draft in the tab (screens: forms)', () => {
  beforeEach(() => kept.clear())

  it('comes back as it was, a cleared field included', () => {
    drafts.keep(key, draft)
    expect(drafts.find(key)).toEqual(draft)
  })
  it('belongs to one person, one call and one thing', () => {
    drafts.keep(key, draft)
    expect(drafts.find(draftKey('toomas', 'PUT', '/location/v1/locations/1'))).toBeNull()
    expect(drafts.find(draftKey('kadri', 'PUT', '/location/v1/locations/2'))).toBeNull()
    expect(drafts.find(draftKey('kadri', 'POST', '/location/v1/locations/1'))).toBeNull()
  })
  it('never holds a secret, nor a file', () => {
    drafts.keep(
      key,
      { ...draft, values: { label: 'Jaam 1', pin: '123456', photo: new Blob(['x']) }, base: { pin: '000000' } },
      ['pin'],
    )
    expect([...kept.values()].join()).not.toMatch(/123456|000000|photo/)
    expect(drafts.find(key)?.values).toEqual({ label: 'Jaam 1' })
  })
  it('is none when a secret was all there was', () => {
    drafts.keep(key, { ...draft, values: { pin: '123456' } }, ['pin'])
    expect(kept.size).toBe(0)
  })
  it('is gone once forgotten', () => {
    drafts.keep(key, draft)
    drafts.forget(key)
    expect(drafts.find(key)).toBeNull()
  })
  it('is none when someone else wrote there', () => {
    kept.set(key, '{"values": 1}')
    expect(drafts.find(key)).toBeNull()
    expect(kept.size).toBe(0)
  })
  it('does not trouble a form when the store is full', () => {
    const full = createDrafts({
      ...store,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    expect(() => full.keep(key, draft)).not.toThrow()
  })
})
