import * as v from 'valibot'

/**
 * Values of an address, each as text. What is not understood is left out, so an old or mistyped link still opens the screen. The
 * router reads addresses before anything is drawn, so they are read by valibot and not by zod, which loads with the first form.
 */

/** A value that is left out where it does not fit. */
export const leftOut = <S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined)

/** What the contract takes for an id: `v.uuid` takes more, which the server would refuse. */
const anId = String.raw`(?:[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|0{8}(?:-0{4}){3}-0{12}|f{8}(?:-f{4}){3}-f{12})`
const ids = (pattern: string) => v.pipe(v.string(), v.regex(new RegExp(`^${pattern}$`, 'i')), v.toLowerCase())

/** An id, written in lower case. */
export const id = ids(anId)

/** Two ids, as of a location and of a thing there: `….…`. */
export const idPair = ids(String.raw`${anId}\.${anId}`)

/** A word and an id, or two: `edit:…`. */
export const idAfter = <const Word extends string>(word: Word, one = id) =>
  v.custom<`${Word}${string}`>(
    (value) => typeof value === 'string' && value.startsWith(word) && v.is(one, value.slice(word.length)),
  )

/** A number. */
export const asNumber = v.pipe(v.unknown(), v.transform(Number), v.number(), v.finite())
