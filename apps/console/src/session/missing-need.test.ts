import { expect, test } from 'vitest'
import { listAllowlistEvents } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { listLocationEvents } from '@wheelhouse/contract/events/events.ts'
import { missingNeed } from './missing-need.ts'

test('a person without the right to a history learns which one is missing', () => {
  const { access } = listAllowlistEvents
  expect(missingNeed(access, null)).toEqual({ resource: 'whitelist', action: 'UPDATE' })
  expect(missingNeed(access, { whitelist: ['GET'] })).toEqual({ resource: 'whitelist', action: 'UPDATE' })
  expect(missingNeed(access, { whitelist: ['GET', 'UPDATE'] })).toBeNull()
  expect(missingNeed(listLocationEvents.access, {})).toEqual({ resource: 'location', action: 'GET_EVENTS' })
})

test('of several needs the first that is not held is named', () => {
  const needs = { location: ['GET', 'GET_EVENTS'], user: ['GET'] } as const
  expect(missingNeed(needs, { location: ['GET'] })).toEqual({ resource: 'location', action: 'GET_EVENTS' })
  expect(missingNeed(needs, { location: ['GET', 'GET_EVENTS'] })).toEqual({ resource: 'user', action: 'GET' })
  expect(missingNeed({ signed_in: 'decided row by row' }, null)).toBeNull()
})
