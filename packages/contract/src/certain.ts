/** What the compiler cannot know by itself: checked at run time, or true of every record that code spells out. */

/** The value itself. A missing one is a fault of the code: the error says so here, and not later somewhere else. */
export function certain<Value>(value: Value): NonNullable<Value> {
  if (value === null || value === undefined) throw new Error('A value that is always there is missing')
  return value
}

/** The keys of a record that is written out in code. An object of unknown origin may have more keys than its type says. */
export const keysOf = <Known extends object>(record: Known): (keyof Known & string)[] =>
  // Object.keys cannot promise more than strings, because an object may have more keys than its type.
  Object.keys(record) as (keyof Known & string)[]

type Entry<Known> = { [Key in keyof Known & string]-?: [Key, Exclude<Known[Key], undefined>] }[keyof Known & string]

/** The entries of a record that is written out in code; see `keysOf`. */
export const entriesOf = <Known extends object>(record: Known): Entry<Known>[] =>
  // As in `keysOf`. A key that is there without a value would be a fault of `exactOptionalPropertyTypes`.
  Object.entries(record) as Entry<Known>[]

/** A record with one value for each name. */
export const recordOf = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> =>
  // Object.fromEntries forgets the names, all of which were passed in.
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>

/** A part of the thing in the type that this very thing has; plain access gives the type that all things of its kind have. */
export const partOf = <Thing, Name extends keyof Thing>(thing: Thing, name: Name): Thing[Name] => thing[name]

/** Whether the value is one of the list's. */
export function isOneOf<Value>(values: readonly Value[], value: unknown): value is Value {
  const all: readonly unknown[] = values
  return all.includes(value)
}

/** A field by a name that is known at run time only; undefined where the record has none. */
export const fieldOf = (record: object, name: string): unknown => Reflect.get(record, name)

/** The value of the record under a name of unknown origin; undefined where it has none, or has only inherited it. */
export const valueIn = <Value>(record: Readonly<Partial<Record<string, Value>>>, name: unknown): Value | undefined =>
  typeof name === 'string' && Object.hasOwn(record, name) ? record[name] : undefined
