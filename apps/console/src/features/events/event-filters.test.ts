import { expect, test } from 'vitest'
import {
  deviceEventFeatures,
  eventKindNames,
  locationEventFeatures,
  verbsOf,
} from '@wheelhouse/contract/events/event-kinds.ts'
import { kindChoices, queryOf, rangeOf } from './event-filters.tsx'

test('days of the filter begin and end by the clock of the reader, also where it changes between them', () => {
  expect(rangeOf('2026-11-01..2026-11-21', 'Europe/Tallinn')).toEqual({
    from: '2026-10-31T22:00:00.000Z',
    to: '2026-11-21T22:00:00.000Z',
  })
  expect(rangeOf('2026-10-24..2026-10-25', 'Europe/Tallinn')).toEqual({
    from: '2026-10-23T21:00:00.000Z',
    to: '2026-10-25T22:00:00.000Z',
  })
})

test('values, audit and event range: nothing chosen is left to the server, whose default is 30 days', () => {
  expect(queryOf({}, 'UTC')).toEqual({})
})

test('a kind with its verb and a whole feature are asked beside each other', () => {
  expect(queryOf({ feature: ['commands', 'locations launched'] }, 'UTC')).toEqual({
    feature: ['commands'],
    kind: ['locations launched'],
  })
})

test('every kind of what can happen there is offered once, whole features and single kinds, each with its own words', () => {
  for (const features of [locationEventFeatures, deviceEventFeatures]) {
    const choices = kindChoices(features)
    const kinds = eventKindNames.filter((kind) => features.some((feature) => kind.startsWith(`${feature} `)))
    expect(choices.map(({ value }) => value).toSorted()).toEqual([...features, ...kinds].toSorted())
    expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length)
  }
  const sessions = kindChoices(['parking-sessions']).map(({ value }) => value)
  expect(sessions).toEqual([
    'parking-sessions',
    ...verbsOf('parking-sessions').map((verb) => `parking-sessions ${verb}`),
  ])
})
