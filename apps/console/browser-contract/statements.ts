import type { ESTree } from 'vite'

/** One top-level declaration of a file. */
export interface Declared {
  names: readonly string[]
  isExported: boolean
  /** Of `const x = …`. */
  init: ESTree.Expression | null
  /** What it names: other declarations of the file, and imports. */
  references: ReadonlySet<string>
  start: number
  end: number
}

export interface Imported {
  from: string
  /** The local name by the exported one; `*` means the whole file. */
  names: ReadonlyMap<string, string>
  start: number
  end: number
}

type Statement = ESTree.Program['body'][number]

/** `const a = 1, b = 2` counts as two. */
export const declaredIn = (program: ESTree.Program): Declared[] => program.body.flatMap(declarationsOf)

export const importedIn = (program: ESTree.Program): Imported[] =>
  program.body.flatMap((statement) =>
    statement.type === 'ImportDeclaration'
      ? [
          {
            from: statement.source.value,
            names: new Map(statement.specifiers.map(namesOf)),
            start: statement.start,
            end: statement.end,
          },
        ]
      : [],
  )

/** `export * from './x.ts'` and whatever else neither declares nor imports. */
export const othersIn = (program: ESTree.Program): { start: number; end: number }[] =>
  program.body.filter((statement) => statement.type !== 'ImportDeclaration' && declarationsOf(statement).length === 0)

function namesOf(specifier: ESTree.ImportDeclarationSpecifier): [string, string] {
  if (specifier.type !== 'ImportSpecifier')
    return [specifier.type === 'ImportNamespaceSpecifier' ? '*' : 'default', specifier.local.name]
  const { imported } = specifier
  return [imported.type === 'Identifier' ? imported.name : imported.value, specifier.local.name]
}

function declarationsOf(statement: Statement): Declared[] {
  const isExported = statement.type === 'ExportNamedDeclaration'
  const declaration = isExported ? statement.declaration : statement
  if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration')
    return [
      {
        names: declaration.id ? [declaration.id.name] : [],
        isExported,
        init: null,
        references: namesIn(declaration),
        start: declaration.start,
        end: declaration.end,
      },
    ]
  if (declaration?.type !== 'VariableDeclaration') return []
  return declaration.declarations.map(({ id, init, start, end }) => ({
    names: id.type === 'Identifier' ? [id.name] : [...namesIn(id)],
    isExported,
    init,
    references: init ? namesIn(init) : new Set<string>(),
    start,
    end,
  }))
}

/** Every identifier that is not the name of a property. One that a function has given itself counts, too: that costs nothing but size. */
function namesIn(root: object): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    // A node of any kind, read by its properties alone.
    const parts: Record<string, unknown> = { ...node }
    if (parts.type === 'Identifier') found.add(String(parts.name))
    for (const [key, part] of Object.entries(parts)) if (!isPropertyName(parts, key)) visit(part)
  }
  visit(root)
  return found
}

const isPropertyName = ({ type, computed, shorthand }: Record<string, unknown>, key: string): boolean =>
  computed !== true &&
  ((type === 'MemberExpression' && key === 'property') || (type === 'Property' && key === 'key' && shorthand !== true))
