import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import { fieldOf } from '@wheelhouse/contract/certain.ts'
import type { CellKind } from '@wheelhouse/contract/fields.ts'
import type { ImportRow } from '@wheelhouse/contract/imports/imports.ts'
import type { Ctx } from '../../platform/context.ts'

/** What became of one row that was not refused. */
export interface Imported {
  action: 'create' | 'update' | 'same'
  changes: ImportRow['changes']
}

export type Cells = Readonly<Record<string, string>>

/** Does what one row says, by the verbs that a person's own edit calls, and so under their rules and rights. */
export interface Importer {
  /** What the row is about, however it is written: two lines of one key are refused. */
  keyOf: (cells: Cells) => string
  /** Of these a row takes at least one, where it changes anything. */
  writeRights: readonly (readonly [ResourceType, Action])[]
  run: (inside: Ctx, cells: Cells) => Promise<Imported>
}

/** What is no number stays the text that it is: the field's own rule refuses it in its own words. */
function numberIn(cell: string): unknown {
  if (cell === '') return null
  // A spreadsheet of half of the world writes a comma.
  const text = /^-?\d+,\d+$/.test(cell) ? cell.replace(',', '.') : cell
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : cell
}

const truths: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  yes: true,
  no: false,
  '1': true,
  '0': false,
}
const truthIn = (cell: string): unknown => truths[cell.toLowerCase()] ?? cell

const wordsIn = (cell: string): unknown =>
  cell
    .split(/[,;]/)
    .map((word) => word.trim())
    .filter(Boolean)

/** How a cell of each kind is read. */
export const readers: Readonly<Record<CellKind, (cell: string) => unknown>> = {
  text: (cell) => cell,
  text_or_null: (cell) => cell || null,
  number: numberIn,
  flag: truthIn,
  words: wordsIn,
}

const said = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** Of the fields of `after`, as a person reads them. */
export const changesOf = (before: object, after: object): ImportRow['changes'] =>
  Object.entries(after).map(([field, value]) => ({
    field,
    before: said(fieldOf(before, field)),
    after: said(value),
  }))
