import type { ContractFile } from './contract-files.ts'
import type { Fate } from './needs-schema.ts'
import { asPure, edited, pure } from './pure.ts'
import { functionAs, schemaText, valibotAs } from './schema-text.ts'
import type { FindFunction, NamedFunction } from './schema-text.ts'
import { othersIn } from './statements.ts'
import type { Declared } from './statements.ts'
import { isSchema, valueText } from './value-text.ts'

/**
 * The file as the browser gets it. Calls and lists are plain data, without the schemas of what is sent and returned; functions and values
 * that need no schema stay as they are written; every schema, and what needs one, comes from the file with schemas
 * (`withSchemas`), which the bundler keeps out of what is loaded first.
 */
export function browserModule(contract: ContractFile, fate: Fate, find: FindFunction, withSchemas: string): string {
  const { code, program, declared, imported, values } = contract
  const texts = new Texts(contract.file, find)
  const textOf = (one: Declared): string[] => {
    const [name = ''] = one.names
    if (fate.asText.has(name)) return [`export const ${name} = ${pure(texts.write(values[name]))}`]
    return fate.needSchema.has(name) ? [] : [keptText(code, one)]
  }
  // In their order: one may be made of those above it.
  const own = declared.flatMap(textOf)
  const others = declared.flatMap(({ names, isExported }) =>
    isExported ? names.filter((name) => fate.needSchema.has(name)) : [],
  )
  return [
    ...imported.flatMap(({ from, start, end }) => (from === 'zod' ? [] : [code.slice(start, end)])),
    ...texts.imports(),
    ...othersIn(program).map(({ start, end }) => code.slice(start, end)),
    ...own,
    ...(others.length > 0 ? [`export { ${others.join(', ')} } from ${JSON.stringify(withSchemas)}`] : []),
  ].join('\n')
}

function keptText(code: string, { names, isExported, init, start, end }: Declared): string {
  const edits = init === null ? [] : asPure(init).map((edit) => ({ ...edit, at: edit.at - start }))
  const text = edits.toSorted((a, b) => b.at - a.at).reduce(edited, code.slice(start, end))
  const begin = isExported ? 'export ' : ''
  return names.length === 0 || init === null ? begin + text : `${begin}const ${text}`
}

/** What the written values import. */
class Texts {
  readonly #file: string
  readonly #find: FindFunction
  readonly #valibot = new Set<string>()
  readonly #functions = new Map<string, NamedFunction>()
  constructor(file: string, find: FindFunction) {
    this.#file = file
    this.#find = find
  }

  write(value: unknown): string {
    return isSchema(value) ? this.#schema(value) : valueText(value, (schema) => this.#schema(schema))
  }

  imports(): string[] {
    const valibot = [...this.#valibot].map((name) => `${name} as ${valibotAs(name)}`)
    const functions = [...this.#functions.values()].map((one) =>
      one.file === this.#file
        ? `const ${functionAs(one)} = (value) => ${one.name}(value)`
        : `import { ${one.name} as ${functionAs(one)} } from ${JSON.stringify(one.file)}`,
    )
    return [...(valibot.length > 0 ? [`import { ${valibot.join(', ')} } from 'valibot'`] : []), ...functions]
  }

  #schema(schema: Parameters<typeof schemaText>[0]): string {
    const { text, valibot, functions } = schemaText(schema, this.#find)
    for (const name of valibot) this.#valibot.add(name)
    for (const [name, one] of functions) this.#functions.set(name, one)
    return text
  }
}
