import type { ESTree, Plugin } from 'vite'

interface Edit {
  at: number
  /** As many characters give way to it. */
  length: number
  text: string
}

/**
 * What a call answers was shaped by the server and is not parsed again (http/http-client.ts), so the shapes of replies stay at home;
 * and what the contract declares has no effect but to be there, so what nobody uses can be left out.
 */
export const contractForBrowser = (): Plugin => ({
  name: 'wheelhouse:contract-for-browser',
  apply: 'build',
  // After the types are gone.
  enforce: 'post',
  transform: {
    filter: { id: /[\\/]packages[\\/]contract[\\/]src[\\/]/ },
    handler(code) {
      const edits = this.parse(code)
        .body.flatMap(callsOf)
        .flatMap((call) => [...withoutReply(call), ...asPure(call)])
      return { code: edits.toSorted((a, b) => b.at - a.at).reduce(edited, code), map: null }
    },
  },
})

export function forBrowser(code: string, program: ESTree.Program): string {
  const edits = program.body.flatMap(callsOf).flatMap((call) => [...withoutReply(call), ...asPure(call)])
  return edits.toSorted((a, b) => b.at - a.at).reduce(edited, code)
}

const edited = (code: string, { at, length, text }: Edit): string => code.slice(0, at) + text + code.slice(at + length)

/** `export const listLocations = route({ … })`, `const Search = z.object({ … })`. */
function callsOf(statement: ESTree.Statement | ESTree.Directive | ESTree.ModuleDeclaration): ESTree.CallExpression[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declared?.type !== 'VariableDeclaration') return []
  return declared.declarations.flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []))
}

const asPure = ({ start, end }: ESTree.CallExpression): Edit[] => [
  { at: start, length: 0, text: '/* @__PURE__ */ (() => ' },
  { at: end, length: 0, text: ')()' },
]

function withoutReply({ callee, arguments: [given] }: ESTree.CallExpression): Edit[] {
  if (callee.type !== 'Identifier' || callee.name !== 'route' || given?.type !== 'ObjectExpression') return []
  const { properties, end } = given
  const at = properties.findIndex(
    (one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === 'reply',
  )
  const [reply, next] = [properties[at], properties[at + 1]]
  return reply === undefined ? [] : [{ at: reply.start, length: (next?.start ?? end - 1) - reply.start, text: '' }]
}
