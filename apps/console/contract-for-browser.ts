import type { ESTree, Plugin } from 'vite'

interface Edit {
  at: number
  /** As many characters give way to it. */
  length: number
  text: string
}

/**
 * The server has shaped what a call returns, and the console does not parse it again (http/http-client.ts), so the schemas of replies
 * and of the rows of lists are left out of the bundle, as are those of path parameters, the summaries that OpenAPI prints, and
 * the reasons why a call asks for no right. Everything else that the contract declares has no effect besides its value, so
 * the bundler may leave out what nobody uses.
 */
export const contractForBrowser = (): Plugin => ({
  name: 'wheelhouse:contract-for-browser',
  apply: 'build',
  // After the types are gone.
  enforce: 'post',
  transform: {
    filter: { id: /[\\/]packages[\\/]contract[\\/]src[\\/]/ },
    handler(code) {
      return { code: forBrowser(code, this.parse(code)), map: null }
    },
  },
})

export function forBrowser(code: string, program: ESTree.Program): string {
  const values = program.body.flatMap(valuesOf)
  const edits = values.flatMap(({ init }) => [...withoutServerParts(init, values), ...asPure(init)])
  // Two lists may share a part: its row is left out once.
  const byPlace = new Map(edits.map((edit) => [`${edit.at} ${edit.text}`, edit]))
  return [...byPlace.values()].toSorted((a, b) => b.at - a.at).reduce(edited, code)
}

const edited = (code: string, { at, length, text }: Edit): string => code.slice(0, at) + text + code.slice(at + length)

interface Value {
  name: string
  init: ESTree.Expression
}

/** `export const locations = list({ … })`, `const Search = z.object({ … })`, `export const listLocations = locations.route`. */
function valuesOf(statement: ESTree.Statement | ESTree.Directive | ESTree.ModuleDeclaration): Value[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declared?.type !== 'VariableDeclaration') return []
  return declared.declarations.flatMap(({ id, init }) =>
    init && id.type === 'Identifier' ? [{ name: id.name, init }] : [],
  )
}

/** A bundler keeps a call, and the reading of a property, unless it knows that neither has an effect. */
const asPure = ({ type, start, end }: ESTree.Expression): Edit[] =>
  type === 'CallExpression' || type === 'MemberExpression'
    ? [
        { at: start, length: 0, text: '/* @__PURE__ */ (() => ' },
        { at: end, length: 0, text: ')()' },
      ]
    : []

/** What each declaration says for the server and for OpenAPI alone. */
const serverParts: Record<string, readonly string[]> = {
  route: ['reply', 'summary', 'params'],
  list: ['row', 'summary', 'params'],
}

function withoutServerParts(init: ESTree.Expression, values: readonly Value[]): Edit[] {
  if (init.type !== 'CallExpression' || init.callee.type !== 'Identifier') return []
  const [names = [], given] = [serverParts[init.callee.name], init.arguments[0]]
  if (given?.type !== 'ObjectExpression') return []
  // The address of a workbook is made from the whole declaration of its CSV (`sheetOf`), with its summary.
  if (indexOf(given, 'csv') >= 0) return []
  return [given, ...sharedParts(given, values)].flatMap((part) => [
    ...names.flatMap((name) => without(part, name)),
    ...withoutReason(part),
  ])
}

/** `access: { signed_in: 'one\'s own rows' }`: the server's documents say why, the browser asks only which kind it is. */
function withoutReason({ properties }: ESTree.ObjectExpression): Edit[] {
  const access = properties.find((one) => one.type === 'Property' && isNamed(one, 'access'))
  if (access?.type !== 'Property' || access.value.type !== 'ObjectExpression') return []
  return access.value.properties.flatMap((one) =>
    one.type === 'Property' && one.value.type === 'Literal' && typeof one.value.value === 'string'
      ? [{ at: one.value.start, length: one.value.end - one.value.start, text: "''" }]
      : [],
  )
}

/** What several lists have in common is declared once, above them: `list({ ...history, path })`. */
const sharedParts = ({ properties }: ESTree.ObjectExpression, values: readonly Value[]): ESTree.ObjectExpression[] =>
  properties.flatMap((one) => {
    const spread = one.type === 'SpreadElement' && one.argument.type === 'Identifier' ? one.argument.name : null
    const init = values.find(({ name }) => name === spread)?.init
    return init?.type === 'ObjectExpression' ? [init] : []
  })

const indexOf = ({ properties }: ESTree.ObjectExpression, name: string): number =>
  properties.findIndex((one) => one.type === 'Property' && isNamed(one, name))

const isNamed = ({ key }: ESTree.ObjectProperty, name: string): boolean =>
  key.type === 'Identifier' && key.name === name

function without(part: ESTree.ObjectExpression, name: string): Edit[] {
  const { properties, end } = part
  const at = indexOf(part, name)
  const [found, next] = [properties[at], properties[at + 1]]
  return found === undefined ? [] : [{ at: found.start, length: (next?.start ?? end - 1) - found.start, text: '' }]
}
