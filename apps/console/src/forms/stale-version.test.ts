import { describe, expect, it } from 'vitest'
import { differencesOf, mergedOf } from './stale-version.ts'

const names = ['label', 'type', 'hours', 'tags']
const before = { label: 'Jaam', type: 'pump', hours: 12, tags: ['a'] }

describe('two people edit one thing (values: concurrency)', () => {
  it('lists the fields that either person changed, each with the side that is taken by default', () => {
    const yours = { ...before, label: 'Jaam 1', hours: 8 }
    const theirs = { ...before, label: 'Jaam 2', type: 'water' }
    expect(differencesOf(names, before, yours, theirs)).toEqual([
      { name: 'label', before: 'Jaam', yours: 'Jaam 1', theirs: 'Jaam 2', isConflict: true, side: 'yours' },
      { name: 'type', before: 'pump', yours: 'pump', theirs: 'water', isConflict: false, side: 'theirs' },
      { name: 'hours', before: 12, yours: 8, theirs: 12, isConflict: false, side: 'yours' },
    ])
  })
  it('says nothing of what both changed to the same', () => {
    const same = { ...before, tags: ['a', 'b'] }
    expect(differencesOf(names, before, same, { ...before, tags: ['a', 'b'] })).toEqual([])
  })
  it('saves their state with what is kept of yours', () => {
    const yours = { ...before, label: 'Jaam 1', hours: 8 }
    const theirs = { ...before, label: 'Jaam 2', type: 'water' }
    const differences = differencesOf(names, before, yours, theirs)
    expect(mergedOf(theirs, differences, {})).toEqual({ label: 'Jaam 1', type: 'water', hours: 8, tags: ['a'] })
    expect(mergedOf(theirs, differences, { label: 'theirs', type: 'yours' })).toEqual({
      label: 'Jaam 2',
      type: 'pump',
      hours: 8,
      tags: ['a'],
    })
  })
})
