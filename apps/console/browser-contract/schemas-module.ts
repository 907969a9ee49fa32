import type { ESTree } from 'vite'
import type { ContractFile } from './contract-files.ts'
import { asPure, edited } from './pure.ts'
import type { Edit } from './pure.ts'

/**
 * A file of the contract with its schemas (`ending` marks the path of such a file): those of bodies, which forms check, and what dialogs
 * check by hand. Of a call only the body is left. It imports files with schemas alone, so that the chunk of the schemas waits for
 * no other.
 */
export function schemasModule({ code, declared, imported }: ContractFile, ending: string): string {
  const edits = declared.flatMap(({ init }) => (init === null ? [] : [...withBodyAlone(init), ...asPure(init)]))
  const sources = imported.flatMap(({ from, end }): Edit[] => (from === 'zod' ? [] : [endingAt(code, end, ending)]))
  return [...edits, ...sources].toSorted((a, b) => b.at - a.at).reduce(edited, code)
}

/** Before the quote that ends the address of an import. */
const endingAt = (code: string, end: number, text: string): Edit => ({
  at: Math.max(code.lastIndexOf("'", end - 1), code.lastIndexOf('"', end - 1)),
  length: 0,
  text,
})

/** `route({ path: '/a', ...common, body: Thing })` becomes `route({ ...common, body: Thing })`. */
function withBodyAlone(init: ESTree.Expression): Edit[] {
  if (init.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'route') return []
  const [given] = init.arguments
  if (given?.type !== 'ObjectExpression') return []
  return given.properties.flatMap((one, at): Edit[] => {
    if (one.type !== 'Property' || isBody(one)) return []
    const next = given.properties[at + 1]?.start ?? given.end - 1
    return [{ at: one.start, length: next - one.start, text: '' }]
  })
}

const isBody = ({ key }: ESTree.ObjectProperty): boolean => key.type === 'Identifier' && key.name === 'body'
