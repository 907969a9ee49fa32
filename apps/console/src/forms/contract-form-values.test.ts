import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { updateLocation } from '@wheelhouse/contract/locations/location-edit.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { ApiError } from '../http/api-error.ts'
import { changedNames, checked, checkedCall, fieldErrorOf, valuesIn } from './contract-form-values.ts'

const Body = z.strictObject({
  label: z.string().trim().min(3).max(64),
  code: z.string().regex(/^\d{6}$/, 'Code is a six-digit number'),
  description: z.string().min(10).nullable(),
  alias: z.string().min(2).optional(),
  type: z.enum(['water', 'pump']),
  hours: z.number().min(0).max(8760).multipleOf(0.25),
  tags: z.array(z.string().min(3, 'At least 3 characters')).min(1),
  link: z.url().optional(),
})
const good = { label: 'Balti jaam', code: '104217', description: null, type: 'pump', hours: 12, tags: ['station'] }
const fields = ['label', 'code', 'description', 'type', 'hours', 'tags', 'link'].map((name) => ({
  name,
  label: name.replace(/^./, (first) => first.toUpperCase()),
}))
const wrongIn = (values: Record<string, unknown>) => checked(Body, { ...good, ...values }, fields).errors

describe('a form decides by the schema of the contract (screens: forms)', () => {
  it('passes what the contract passes', () => {
    expect(checked(Body, good, fields)).toEqual({ body: good, errors: null })
  })
  it("says the contract's own words at the field", () => {
    expect(wrongIn({ code: '10421' })).toEqual({ code: 'Code is a six-digit number' })
    expect(wrongIn({ tags: ['ab'] })).toEqual({ tags: 'At least 3 characters' })
  })
  it('finds words where the contract has none', () => {
    expect(wrongIn({ label: '' })).toEqual({ label: 'Label is required' })
    expect(wrongIn({ label: 'Ba' })).toEqual({ label: 'At least 3 characters' })
    expect(wrongIn({ type: null })).toEqual({ type: 'Type is required' })
    expect(wrongIn({ type: 'lift' })).toEqual({ type: 'Type is not one of the choices' })
    expect(wrongIn({ hours: null })).toEqual({ hours: 'Hours is required' })
    expect(wrongIn({ hours: -1 })).toEqual({ hours: 'At least 0' })
    expect(wrongIn({ hours: 9000 })).toEqual({ hours: 'At most 8760' })
    expect(wrongIn({ hours: 0.1 })).toEqual({ hours: 'In steps of 0.25' })
    expect(wrongIn({ tags: [] })).toEqual({ tags: 'Choose at least 1' })
    expect(wrongIn({ link: 'nowhere' })).toEqual({ link: 'Invalid URL' })
  })
  it('sends an emptied field as null where the contract knows null, and not at all where it may be absent', () => {
    expect(checked(Body, { ...good, description: '', alias: '' }, fields).body).toEqual({
      ...good,
      description: null,
      alias: undefined,
    })
  })
  it("lets a field's own doubt come before the contract", () => {
    const phone = { name: 'label', label: 'Phone', check: () => 'Invalid phone number' }
    expect(checked(Body, { ...good, label: '1' }, [phone]).errors).toEqual({ label: 'Invalid phone number' })
  })
  it('keeps what belongs to no field of the form for its foot', () => {
    expect(checked(Body, { ...good, code: '1' }, [{ name: 'label', label: 'Label' }]).errors).toEqual({
      '': 'Code is a six-digit number',
    })
  })
})

describe('a call that takes parts sends what was changed', () => {
  const base = { ...good, description: 'Near the fountain', alias: 'North' }
  const parts = { method: 'PUT', isPartial: true } as const
  const sent = (how: Pick<Route, 'method' | 'isPartial'>, changed: Record<string, unknown>) =>
    checkedCall({ ...how, body: Body.partial() }, base, { ...base, ...changed }, fields)
  it('and nothing else, as a PATCH does', () => {
    expect(sent(parts, { label: 'Balti' }).body).toEqual({ label: 'Balti' })
    expect(sent({ method: 'PATCH' }, { label: 'Balti' }).body).toEqual({ label: 'Balti' })
    expect(sent({ method: 'PUT' }, { label: 'Balti' }).body).toEqual({ ...base, label: 'Balti' })
  })
  it('with an emptied field, which would otherwise stay as it is', () => {
    expect(sent(parts, { description: '' }).body).toEqual({ description: null })
    expect(sent(parts, { hours: null }).errors).toEqual({ hours: 'Hours is required' })
    expect(sent(parts, { alias: '' }).errors).toEqual({ '': expect.stringContaining('is required') })
  })
})

describe('a location that was kept under another rule', () => {
  const base = {
    label: 'Balti jaam',
    terms_url: 'an address',
    bubble_orange_hours: 5,
    bubble_red_hours: 5,
    latitude: 59.4,
    longitude: 24.7,
    support_phone: '123',
    hidden_admin_description: '',
  }
  const checks: Record<string, () => string> = {
    support_phone: () => 'Invalid phone number',
    hidden_admin_description: () => 'Hidden admin description is required',
  }
  const all = Object.keys(base).map((name) => ({ name, label: name, check: checks[name] }))
  const sent = (changed: Record<string, unknown>) => checkedCall(updateLocation, base, { ...base, ...changed }, all)
  it('is edited elsewhere, because nobody is refused for a field that they left alone', () => {
    expect(sent({ label: 'Balti' })).toEqual({ body: { label: 'Balti' }, errors: null })
    expect(sent({ label: 'Ba' }).errors).toEqual({ label: 'Label: at least 3 characters' })
  })
  it('takes none of these values again', () => {
    expect(sent({ terms_url: 'no address' }).errors).toEqual({ terms_url: 'Terms URL must start with https://' })
    expect(sent({ support_phone: '124' }).errors).toEqual({ support_phone: 'Invalid phone number' })
  })
  it('is refused for a changed field beside one that was left alone', () => {
    expect(sent({ bubble_orange_hours: 7 }).errors).toEqual({
      bubble_red_hours: 'Red after: must be later than Orange after',
    })
    expect(sent({ bubble_orange_hours: 4 }).body).toEqual({ bubble_orange_hours: 4 })
    expect(sent({ longitude: null }).errors).toEqual({ latitude: 'Pick the place on the map' })
  })
})

describe("a server's refusal", () => {
  const refusal = (field: unknown, words: string) =>
    new ApiError(words, 400, { single: { error_code: 'invalid_body', error_message: words, field } })
  it('lands at the field it names, without the name', () => {
    expect(fieldErrorOf(refusal('label', 'label: Too long'), fields)).toEqual({ label: 'Too long' })
    expect(fieldErrorOf(refusal('tags.2', 'tags.2: reserved'), fields)).toEqual({ tags: 'reserved' })
  })
  it('is a message when it names none of them', () => {
    expect(fieldErrorOf(refusal('somewhere', 'somewhere: no'), fields)).toBeNull()
    expect(fieldErrorOf(refusal(undefined, 'No'), fields)).toBeNull()
    expect(fieldErrorOf(new ApiError('Network Error', null, null), fields)).toBeNull()
  })
})

describe('what counts as a change', () => {
  it('is a value that differs; nothing, null and an empty text are the same nothing', () => {
    expect(
      changedNames({ label: 'a', description: null, tags: ['x'] }, { label: 'a', description: '', tags: ['x'] }),
    ).toEqual([])
    expect(changedNames({ label: 'a', hours: 0 }, { label: 'b', hours: null })).toEqual(['label', 'hours'])
    expect(changedNames({ tags: ['x', 'y'] }, { tags: ['y', 'x'] })).toEqual(['tags'])
    expect(changedNames({}, { is_on: false })).toEqual(['is_on'])
  })
  it('is read from an answer by the names of the form', () => {
    expect(valuesIn({ id: '1', label: 'a', version: 3 }, ['label', 'hours'])).toEqual({ label: 'a', hours: undefined })
  })
})
