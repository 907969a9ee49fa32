import type { Contract } from './contract-files.ts'
import { isRoute, isSchema } from './value-text.ts'

/**
 * `bodyOf` of the browser's contract: calls come without their bodies, so it finds the schema of a body by the address of the call.
 * `schemas` ends the address of a file with its schemas.
 */
export function bodiesModule(contract: Contract, schemas: string): string {
  const bodies = new Map<string, string>()
  const imports: string[] = []
  for (const { file, values } of contract.values()) {
    const found = Object.entries(values).flatMap(([name, value]) => bodiesIn(value, name))
    if (found.length === 0) continue
    const local = `file${imports.length}`
    imports.push(`import * as ${local} from ${JSON.stringify(file + schemas)}`)
    for (const { call, at } of found) if (!bodies.has(call)) bodies.set(call, `${local}.${at}.body`)
  }
  const entries = [...bodies].map(([call, at]) => `  ${JSON.stringify(call)}: () => ${at},`)
  return [
    ...imports,
    'const bodies = {',
    ...entries,
    '}',
    'export const bodyOf = ({ method, path, body }) => body ?? bodies[`${method} ${path}`]?.()',
  ].join('\n')
}

/** `priceListsOf.location.create`, for a record of calls. */
function bodiesIn(value: unknown, at: string): { call: string; at: string }[] {
  if (isRoute(value)) return isSchema(value.body) ? [{ call: `${String(value.method)} ${String(value.path)}`, at }] : []
  if (typeof value !== 'object' || value === null || isSchema(value) || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, one]) => bodiesIn(one, `${at}.${name}`))
}
