import { describe, expect, test } from 'vitest'
import { blankLocation, locationFieldNames, locationGroups } from '@wheelhouse/contract/locations/location-fields.ts'
import { forceLocationStatuses, setLocationStatuses } from '@wheelhouse/contract/locations/location-status.ts'
import { locationStatuses } from '@wheelhouse/contract/locations/location-values.ts'
import type { LocationStatus } from '@wheelhouse/contract/locations/location-values.ts'
import {
  bornFields,
  copiedValues,
  isMarkedForced,
  newValues,
  statusMoves,
  statusUndo,
  tagsUndo,
  writableFields,
  writableGroups,
} from './location-writing.ts'

const launched = { status: 'launched', launched_at: '2026-01-01T00:00:00.000Z' } as const
const toOf = (moves: ReturnType<typeof statusMoves>) => moves.map(({ to, isForced }) => (isForced ? `${to}!` : to))

describe('spec 4: where a location may go', () => {
  test('along the table with SETSTATUS, never to obsolete', () => {
    expect(toOf(statusMoves(launched, true, false))).toEqual(['launched_offline', 'maintenance'])
  })
  test('with FORCESTATUS anywhere, and what is no step is marked as forced', () => {
    const affectsList = statusMoves(launched, true, true)
    expect(affectsList.map(({ to }) => to).toSorted()).toEqual(
      locationStatuses.filter((to) => to !== 'launched').toSorted(),
    )
    expect(affectsList.filter((move) => isMarkedForced(launched, move)).map(({ to }) => to)).toEqual([
      'in_house',
      'in_delivery',
      'demo',
      'installed',
    ])
  })
  test('obsolete leads nowhere, and without a right nothing leads anywhere', () => {
    expect(statusMoves({ status: 'obsolete', launched_at: null }, true, true)).toEqual([])
    expect(statusMoves(launched, false, false)).toEqual([])
  })
})

/** As its reply is to a person who reads every field. */
const whole = (status: LocationStatus) => ({ ...blankLocation, status })

describe('rights, field levels: what a form holds', () => {
  const manager = {
    location: ['GET' as const, 'UPDATE' as const, 'MODIFY_DESCRIPTIONS' as const, 'MODIFY_PUBLIC_TAGS' as const],
  }
  test('only what this person may write is in it', () => {
    const fields = writableFields(manager, whole('launched'))
    expect(fields).toContain('label')
    expect(fields).toContain('free_parking_details')
    for (const hidden of [
      'code',
      'type',
      'power_save',
      'support_phone',
      'private_tags',
      'hidden_admin_description',
      'owner_id',
    ] as const)
      expect(fields).not.toContain(hidden)
    expect(writableGroups(fields)).not.toContain('hardware')
    expect(writableFields({ location: ['GET'] }, whole('launched'))).toEqual([])
    expect(writableFields(null, whole('launched'))).toEqual([])
  })
  test('a field that this person does not read here is not in it, though they may write it elsewhere', () => {
    const partner = { location: ['GET' as const, 'UPDATE' as const, 'GET_PARTNER_FIELDS' as const] }
    const support = { support_phone: undefined, support_email: undefined, terms_url: undefined }
    expect(writableFields(partner, whole('launched'))).toContain('support_phone')
    expect(writableGroups(writableFields(partner, { ...whole('launched'), ...support }))).not.toContain('support')
  })
  test('nobody writes over a text that they do not read', () => {
    const blind = { location: ['GET' as const, 'MODIFY_RESTRICTED_DESCRIPTIONS' as const] }
    expect(writableFields(blind, whole('launched'))).toEqual([])
    const reader = { location: [...blind.location, 'GET_RESTRICTED_FIELDS' as const] }
    expect(writableFields(reader, whole('launched'))).toEqual(['restricted_description'])
  })
  test('an obsolete location is described and tagged, nothing else', () => {
    expect(writableFields(manager, whole('obsolete'))).toEqual(['tags'])
  })
  test('each field stands in one group', () => {
    const grouped = Object.values(locationGroups).flatMap(({ fields }): readonly string[] => fields)
    expect(grouped.toSorted()).toEqual([...locationFieldNames].toSorted())
  })
  test('a copy has all but what belongs to the one place', () => {
    const fields = bornFields({ location: ['CREATE'] })
    const original = {
      ...newValues(fields),
      code: '104217',
      label: 'Balti jaam',
      type: 'bike_docks',
      country: 'EE',
      address: 'Street 1',
      latitude: 59,
    }
    expect(copiedValues(original as never, fields)).toMatchObject({
      code: '',
      label: '',
      address: '',
      latitude: null,
      type: 'bike_docks',
      country: 'EE',
    })
  })
})

describe('screens, bulk actions: what was done to many is brought back', () => {
  const before = (id: string, value: unknown) => ({ id, before: value })
  test('tags: only those that were not there are taken away, only those that were there come back', () => {
    const sent = { route: setLocationStatuses, body: { add: ['indoor', 'Covered'], remove: ['old'] } }
    expect(
      tagsUndo(
        [before('1', ['covered', 'old']), before('2', ['covered', 'old']), before('3', ['indoor', 'covered'])],
        sent,
      ),
    ).toEqual([{ route: setLocationStatuses, ids: ['1', '2'], body: { add: ['old'], remove: ['indoor'] } }])
  })
  test('statuses: a call for each status that was there, by the route that was used; obsolete is final', () => {
    const sent = { route: forceLocationStatuses, body: { status: 'maintenance', reason: 'A reason of some length' } }
    const calls = statusUndo(
      [before('1', 'launched'), before('2', 'installed'), before('3', 'launched'), before('4', 'maintenance')],
      sent,
    )
    expect(calls.map(({ ids, body }) => [body.status, ids])).toEqual([
      ['launched', ['1', '3']],
      ['installed', ['2']],
    ])
    expect(statusUndo([before('1', 'launched')], { ...sent, body: { ...sent.body, status: 'obsolete' } })).toEqual([])
  })
  test('statuses: along the table only what leads back along it, by force anything', () => {
    const body = { status: 'installed', reason: 'A reason of some length' }
    const many = [before('1', 'in_delivery'), before('2', 'demo'), before('3', 'in_house'), before('4', 'maintenance')]
    const idsBack = (route: typeof setLocationStatuses | typeof forceLocationStatuses) =>
      statusUndo(many, { route, body }).flatMap(({ ids }) => ids)
    expect(idsBack(setLocationStatuses)).toEqual(['3', '4'])
    expect(idsBack(forceLocationStatuses)).toEqual(['1', '2', '3', '4'])
  })
})
