import { expect, test } from 'vitest'
import { listAllowlistEvents } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { listLocationEvents } from '@wheelhouse/contract/events/events.ts'
import { missingAnyNeed, missingNeed } from './missing-need.ts'

test('a person without the right to a history learns which one is missing', () => {
  const { access } = listAllowlistEvents
  expect(missingNeed(access, null)).toEqual({ resource: 'whitelist', action: 'UPDATE', more: [] })
  expect(missingNeed(access, { whitelist: ['GET'] })).toEqual({ resource: 'whitelist', action: 'UPDATE', more: [] })
  expect(missingNeed(access, { whitelist: ['GET', 'UPDATE'] })).toBeNull()
  expect(missingNeed(listLocationEvents.access, {})).toEqual({ resource: 'location', action: 'GET_EVENTS', more: [] })
})

test('of several needs all that are not held are named, and none that is', () => {
  const needs = { location: ['GET', 'GET_EVENTS'], user: ['GET'] } as const
  const [events, user] = [
    { resource: 'location', action: 'GET_EVENTS' },
    { resource: 'user', action: 'GET' },
  ]
  expect(missingNeed(needs, { location: ['GET'] })).toEqual({ ...events, more: [user] })
  expect(missingNeed(needs, { location: ['GET', 'GET_EVENTS'] })).toEqual({ ...user, more: [] })
  expect(missingNeed({ signed_in: 'decided row by row' }, null)).toBeNull()
})

test('where each of several permissions would do, all of them are named', () => {
  const choices = [{ location: ['GETMETRICS'] }, { hardware: ['GET'] }] as const
  expect(missingAnyNeed(choices, { location: ['GET'] })).toEqual({
    resource: 'location',
    action: 'GETMETRICS',
    more: [{ resource: 'hardware', action: 'GET' }],
    isAnyEnough: true,
  })
  expect(missingAnyNeed(choices, { hardware: ['GET'] })).toBeNull()
})
