import { expect, test } from 'vitest'
import { dockBubbleOf } from './dock-bubble.ts'

test('spec 9: an occupied dock is green, orange and red after its durations', () => {
  expect(dockBubbleOf({ state: 'locked' })).toBe('occupied')
  expect(dockBubbleOf({ state: 'locked', overdue: 'orange' })).toBe('over_24')
  expect(dockBubbleOf({ state: 'locked', overdue: 'red' })).toBe('over_72')
  expect(dockBubbleOf({ state: 'unlocked', overdue: 'red' })).toBe('free')
})

test('a door is inverted and a guard is always free', () => {
  expect(dockBubbleOf({ state: 'locked', type: 'door', overdue: 'red' })).toBe('free')
  expect(dockBubbleOf({ state: 'unlocked', type: 'door' })).toBe('occupied')
  expect(dockBubbleOf({ state: 'locked', type: 'guard' })).toBe('free')
})

test('without contact nothing is claimed about a dock', () => {
  expect(dockBubbleOf({ state: 'locked', overdue: 'red', no_contact: true })).toBe('no_contact')
  expect(dockBubbleOf({ state: 'a_state_of_tomorrow' })).toBe('no_contact')
})
