import * as z from 'zod'
import type { Action, ResourceType } from './access.ts'
import { keysOf, partOf } from './certain.ts'
import { Id } from './route.ts'

/**
 * The fields of a thing that people write are declared once, a line each: `declareFields({ comment: kinds.text(…) })`. Reply, bodies,
 * levels, columns of files, labels and the values of an empty form derive from that record, whose order is that of the columns.
 */

/** How an import reads a cell. */
export type CellKind = 'text' | 'text_or_null' | 'number' | 'flag' | 'words'

/** The action without which a field is not sent. */
export type Level = readonly [ResourceType, Action]

/** What every field says; a thing adds what only its own fields have, such as a level. */
export interface FieldFacts {
  /** A key of `t`. */
  label: string
  /** The list exports the field unless it names the column itself (`in_row`) or has none (`no`). */
  exported?: 'in_row' | 'no'
  /** The value in the form of a new thing, as the database would fill it; null must be chosen. */
  blank?: unknown
  cell?: CellKind
}

interface Kind {
  blank: unknown
  cell: CellKind
}

/** A misspelt property would otherwise be inferred as one more: `raed` would leave a field visible. */
type Exact<F extends Facts, Facts> = F & { [Extra in Exclude<keyof F, keyof Facts>]: never }

/** The kinds of fields of one thing, whose facts they check: `kinds.text(line('Alias', 64), { label: 'Alias' })`. */
export const fieldKinds = <Facts extends FieldFacts>() => {
  const field = <S extends z.ZodType, R extends z.ZodType, const F extends Facts>(
    schema: S,
    reply: R,
    kind: Kind,
    facts: Exact<F, Facts>,
  ) => ({ schema, reply, ...kind, ...facts })
  return {
    text: <S extends z.ZodType, const F extends Facts>(schema: S, facts: Exact<F, Facts>) =>
      field(schema, z.string(), { blank: '', cell: 'text' }, facts),
    textOrNull: <S extends z.ZodType, const F extends Facts>(schema: S, facts: Exact<F, Facts>) =>
      field(schema, z.string().nullable(), { blank: null, cell: 'text_or_null' }, facts),
    choice: <S extends z.ZodType, const F extends Facts>(schema: S, facts: Exact<F, Facts>) =>
      field(schema, schema, { blank: null, cell: 'text' }, facts),
    number: <S extends z.ZodType, const F extends Facts>(schema: S, facts: Exact<F, Facts>) =>
      field(schema, z.number(), { blank: null, cell: 'number' }, facts),
    numberOrNull: <S extends z.ZodType, const F extends Facts>(schema: S, facts: Exact<F, Facts>) =>
      field(schema, z.number().nullable(), { blank: null, cell: 'number' }, facts),
    flag: <const F extends Facts>(facts: Exact<F, Facts>) =>
      field(z.boolean(), z.boolean(), { blank: false, cell: 'flag' }, facts),
    words: <S extends z.ZodType, const F extends Facts>(schema: S, facts: Exact<F, Facts>) =>
      field(schema, z.array(z.string()), { blank: [], cell: 'words' }, facts),
    /** The id of another thing; its reader may not see that thing, and then it is null. */
    reference: <S extends z.ZodType, const F extends Facts>(schema: S, facts: Exact<F, Facts>) =>
      field(schema, Id.nullable(), { blank: null, cell: 'text' }, facts),
  }
}

/** For things whose fields have no facts of their own, and no levels: their server would not leave out a field. */
export const kinds = fieldKinds<FieldFacts>()

interface Field extends FieldFacts {
  schema: z.ZodType
  reply: z.ZodType
  blank: unknown
  cell: CellKind
  read?: Level
}
type Fields = Readonly<Record<string, Field>>

/** A call, so that the console's bundle leaves the record out of screens that do not use it. */
export const declareFields = <const F extends Fields>(fields: F): F => fields

/** The names of the fields that have such facts. */
export type FieldWith<F, Has> = { [Name in keyof F & string]: F[Name] extends Has ? Name : never }[keyof F & string]
export type LeveledFieldOf<F> = FieldWith<F, { read: Level }>
export type ExportedFieldOf<F> = Exclude<keyof F & string, FieldWith<F, { exported: 'in_row' | 'no' }>>

// Below, what a record's values make is given the type that the record's type makes: TypeScript cannot follow from one to the other.

/** One property of every field, by the field's name. */
export const eachOf = <F extends Fields, Property extends keyof F[keyof F] & string>(fields: F, property: Property) =>
  Object.fromEntries(keysOf(fields).map((name) => [name, partOf(partOf(fields, name), property)])) as {
    [Name in keyof F]: F[Name][Property]
  }

const hasLevel = <F extends Fields>(fields: F, name: string): name is LeveledFieldOf<F> =>
  fields[name]?.read !== undefined

/** Fields that are neither sent nor writable without the action (rights: field levels). */
export const levelsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    keysOf(fields)
      .filter((name) => hasLevel(fields, name))
      .map((name) => [name, fields[name]?.read]),
  ) as Readonly<Record<LeveledFieldOf<F>, Level>>

/** The fields as a reply has them: those behind a level may be absent. */
export const repliesOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { reply }]) => [name, hasLevel(fields, name) ? reply.optional() : reply]),
  ) as { [Name in keyof F]: Name extends LeveledFieldOf<F> ? z.ZodOptional<F[Name]['reply']> : F[Name]['reply'] }

/** The columns of a file that the list does not name itself. */
export const exportedOf = <F extends Fields>(fields: F) =>
  keysOf(fields).filter((name): name is ExportedFieldOf<F> => fields[name]?.exported === undefined)
