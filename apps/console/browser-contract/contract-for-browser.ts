import { join } from 'node:path'
import type { Plugin } from 'vite'
import { bodiesModule } from './bodies-module.ts'
import { browserModule } from './browser-module.ts'
import { readContract } from './contract-files.ts'
import type { Contract } from './contract-files.ts'
import { fatesOf } from './needs-schema.ts'
import type { NamedFunction } from './schema-text.ts'
import { schemasModule } from './schemas-module.ts'

/** Where the contract is declared. */
export const contractFolder = join(import.meta.dirname, '../../../packages/contract/src')
const inContract = /[\\/]packages[\\/]contract[\\/]src[\\/].+\.ts(\?schemas)?$/
const bodyOfFile = join(contractFolder, 'body-of.ts')
const schemas = '?schemas'

const inConsole = /[\\/]apps[\\/]console[\\/]src[\\/]/
const schemaOfCall =
  /\w+\.(body|query|params|reply|row|item|schema)\.(omit|pick|extend|partial|shape|parse|safeParse)\b/
const importOfContract = /import\s*\{([^}]*)\}\s*from\s*["']@wheelhouse\/contract\//g

/** Where a file of the console reads a schema off a call, a list or a filter; null where it does not. */
export function schemaAskedOf(code: string): string | null {
  const imported = [...code.matchAll(importOfContract)].flatMap(([, names = '']) => names.split(','))
  const locals = imported
    .map(
      (name) =>
        name
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? '',
    )
    .filter((name) => name !== '')
  const ofImport = new RegExp(`\\b(${locals.join('|')})(\\.\\w+)*\\.(body|query|params|reply|row)\\b`)
  return (schemaOfCall.exec(code) ?? (locals.length > 0 ? ofImport.exec(code) : null))?.[0] ?? null
}

/** By the schemas of these files the console reads replies of the server before it draws, or a moment after. */
const isReadAtStart = (file: string): boolean => /[\\/](errors|configs|live-changes|view-as)\.ts$/.test(file)

/**
 * The contract is declared with zod, which costs a twelfth of the bytes before the first row and of the time to it. The build runs the
 * contract and gives the browser its calls and lists as plain data (browser-module.ts); schemas load with the first form or dialog
 * that checks something (decision 56).
 */
export function contractForBrowser(): Plugin {
  let load: (id: string) => string | null = () => null
  return {
    name: 'wheelhouse:contract-for-browser',
    apply: 'build',
    async buildStart() {
      load = loaderOf(await readContract(contractFolder))
    },
    load: {
      filter: { id: inContract },
      handler(id) {
        const code = load(id)
        // Nothing in the contract has an effect besides its value, so the bundler may leave out what nobody uses.
        return code === null ? null : { code, moduleType: 'js', moduleSideEffects: false }
      },
    },
    transform: {
      filter: { id: inConsole },
      handler(code) {
        const found = schemaAskedOf(code)
        if (found !== null)
          this.error(
            `The browser has calls without schemas, and filters with those of valibot (bodyOf, readAs): ${found}`,
          )
      },
    },
  }
}

/** The code of each file, by its path or, with its schemas, by the path that ends with `?schemas`. */
function loaderOf(contract: Contract): (id: string) => string | null {
  const fates = fatesOf(contract, isReadAtStart)
  const functions = functionsOf(contract)
  return (id) => {
    if (id === bodyOfFile) return bodiesModule(contract, schemas)
    const path = id.endsWith(schemas) ? id.slice(0, -schemas.length) : id
    const [file, fate] = [contract.get(path), fates.get(path)]
    if (file === undefined || fate === undefined) return null
    return id === path
      ? browserModule(file, fate, (called) => functions.get(called), path + schemas)
      : schemasModule(file, schemas)
  }
}

const functionsOf = (contract: Contract): ReadonlyMap<unknown, NamedFunction> =>
  new Map(
    [...contract.values()].flatMap(({ file, values }) =>
      Object.entries(values).flatMap(([name, value]) =>
        typeof value === 'function' ? [[value, { name, file }] as const] : [],
      ),
    ),
  )
