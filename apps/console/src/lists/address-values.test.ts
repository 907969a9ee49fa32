import * as v from 'valibot'
import { expect, expectTypeOf, test } from 'vitest'
import { Id } from '@wheelhouse/contract/route.ts'
import { asNumber, id, idAfter, idPair, leftOut } from './address-values.ts'

const Search = v.object({
  open: leftOut(v.union([id, idAfter('edit:'), v.literal('new')])),
  days: leftOut(v.pipe(asNumber, v.picklist([1, 3, 7]))),
})
const anId = '4be0643f-1d98-573b-97cd-ca98a65347dd'

test('a value that is not understood, or not given, is left out', () => {
  expect(v.parse(Search, { open: `edit:${anId}`, days: '3', other: 'x' })).toStrictEqual({
    open: `edit:${anId}`,
    days: 3,
  })
  expect(v.parse(Search, { open: 'edit:new', days: '2' })).toEqual({})
  expect(v.parse(Search, { open: ['new'], days: 'three' })).toEqual({})
  expect(v.parse(Search, {})).toStrictEqual({})
})

test('an address takes the ids that the contract takes, and writes them in the same way', () => {
  const [before, after] = [anId.slice(0, 14), anId.slice(15)]
  const written = [
    anId,
    anId.toUpperCase(),
    `${before}0${after}`,
    `${before}9${after}`,
    `${anId}0`,
    anId.slice(1),
    'new',
  ]
  const marks = [...'08f'].map((digit) => anId.replaceAll(/[^-]/g, digit))
  for (const one of [...written, ...marks]) {
    const [here, there] = [v.safeParse(id, one), Id.safeParse(one)]
    expect(here.success && here.output, one).toBe(there.success && there.data)
  }
})

test('two ids are taken where each of them is', () => {
  const Edited = idAfter('edit:', idPair)
  const unknown = `${anId.slice(0, 14)}0${anId.slice(15)}`
  expect(v.parse(idPair, `${anId}.${anId.toUpperCase()}`)).toBe(`${anId}.${anId}`)
  expect(v.is(Edited, `edit:${anId}.${anId}`)).toBe(true)
  for (const one of [anId, `${anId}.${unknown}`, `${unknown}.${anId}`, `${anId}-${anId}`, `${anId}.${anId}.${anId}`]) {
    expect(v.is(idPair, one), one).toBe(false)
    expect(v.is(Edited, `edit:${one}`), one).toBe(false)
  }
})

test('an address that is read has the types of its values', () => {
  expectTypeOf<v.InferOutput<typeof Search>>().toEqualTypeOf<{
    open?: string | undefined
    days?: 1 | 3 | 7 | undefined
  }>()
  expectTypeOf(v.parse(idAfter('copy:'), `copy:${anId}`)).toEqualTypeOf<`copy:${string}`>()
})
