import { importedFile } from './contract-files.ts'
import type { Contract, ContractFile } from './contract-files.ts'
import type { Declared } from './statements.ts'
import { isList, isPlain, isRoute, isSchema } from './value-text.ts'

/** What becomes of the names that a file declares; the others stay as they are written. */
export interface Fate {
  /** Schemas, and what cannot run without one. */
  needSchema: Set<string>
  /** Calls, lists and data that a schema makes: their values are written as text. */
  asText: Set<string>
}

/** Of each file, by its path. A name may need a schema because of one in another file, or further down in its own. */
export function fatesOf(contract: Contract, isReadAtStart: (file: string) => boolean): ReadonlyMap<string, Fate> {
  const fates = new Map<string, Fate>(
    [...contract.keys()].map((file) => [file, { needSchema: new Set<string>(), asText: new Set<string>() }]),
  )
  const placeAll = (): boolean =>
    [...contract.values()].map((file) => placeIn(file, fates, isReadAtStart(file.file))).some(Boolean)
  while (placeAll());
  return fates
}

/** True: something was placed. */
function placeIn(file: ContractFile, fates: ReadonlyMap<string, Fate>, isReadAtStart: boolean): boolean {
  const fate = fates.get(file.file)
  if (fate === undefined) return false
  const { needSchema, asText } = fate
  const needing = new Set([...needSchema, ...importedNeeding(file, fates)])
  const before = needSchema.size + asText.size
  for (const one of file.declared)
    for (const name of one.names) {
      if (needSchema.has(name) || asText.has(name)) continue
      const value = one.isExported ? file.values[name] : undefined
      if (![...one.references].some((each) => needing.has(each)) && !isMadeBySchema(one, value)) continue
      const isText = one.isExported && one.init !== null && (isPlain(value) || (isReadAtStart && isSchema(value)))
      ;(isText ? asText : needSchema).add(name)
    }
  return needSchema.size + asText.size > before
}

const isMadeBySchema = ({ init }: Declared, value: unknown): boolean =>
  hasSchema(value) || (init?.type === 'CallExpression' && (isRoute(value) || isList(value)))

/** The local names of zod, and of what another file exports that needs a schema. */
function importedNeeding(file: ContractFile, fates: ReadonlyMap<string, Fate>): string[] {
  return file.imported.flatMap((imported) => {
    if (imported.from === 'zod') return [...imported.names.values()]
    const fate = fates.get(importedFile(file, imported))
    return [...imported.names].flatMap(([exported, local]) => (fate?.needSchema.has(exported) ? [local] : []))
  })
}

/** Calls and lists bring none: they are written as text. */
const hasSchema = (value: unknown): boolean => {
  if (isSchema(value)) return true
  if (typeof value !== 'object' || value === null || isRoute(value) || isList(value)) return false
  return Object.values(value).some(hasSchema)
}
