import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Plugin, Rollup } from 'vite'

const require = createRequire(import.meta.url)

/** What every page has, besides the variables: resets. The frame and the lists draw with parts of the console's own. */
const first = ['baseline', 'global'] as const

/** The parts that forms, dialogs and menus draw with, in the order of Mantine's whole sheet. */
// prettier-ignore
const later = [
  'ScrollArea', 'UnstyledButton', 'VisuallyHidden', 'Paper', 'Overlay', 'Popover', 'Loader', 'ActionIcon', 'CloseButton',
  'ModalBase', 'Input', 'FloatingIndicator', 'Combobox', 'InlineInput', 'CheckboxCard', 'CheckboxIndicator', 'Checkbox',
  'Button', 'Chip', 'Drawer', 'Menu', 'Modal', 'Pill', 'PillsInput', 'NumberInput', 'RadioCard', 'RadioIndicator', 'Radio',
  'Rating', 'SegmentedControl', 'SimpleGrid', 'Switch',
] as const

const laterSheet = 'virtual:mantine-later.css'
/** `virtual:mantine-first.css` is named by src/theme/theme-provider.tsx. */
const isSheet = /^virtual:mantine-(first|later)\.css$/
const partOf = /[\\/]@mantine[\\/]core[\\/]esm[\\/].*[\\/](\w+)\.module\.mjs$/
const runtimeVariables = /[\\/]@mantine[\\/]core[\\/]esm[\\/].*[\\/]MantineCssVariables\.mjs$/

/**
 * The style sheet of Mantine in two pieces: what each page needs, and the rest with the first code that draws any of it.
 * A build fails when a part that is drawn has no sheet, or a sheet no part.
 */
export const mantineStyles = (): Plugin => ({
  name: 'wheelhouse:mantine-styles',
  apply: 'build',
  resolveId: { filter: { id: isSheet }, handler: (id) => id },
  load: { filter: { id: isSheet }, handler: (id) => (id === laterSheet ? sheetOf(later) : firstSheet()) },
  transform: {
    filter: { id: [partOf, runtimeVariables] },
    handler: (code, id) => ({
      code: partOf.test(id) ? `import '${laterSheet}'\n${code}` : 'export const MantineCssVariables = () => null',
      map: null,
    }),
  },
  generateBundle(_options, bundle) {
    for (const fault of faultsOf(partsIn(bundle))) this.error(fault)
  },
})

/**
 * The sheet whole. A server for developers packs Mantine by itself, so that no part can name its sheet; a page of a benchmark
 * draws few of the parts.
 */
export const wholeMantineStyles = (apply?: 'serve'): Plugin => ({
  name: 'wheelhouse:whole-mantine-styles',
  ...(apply === undefined ? {} : { apply }),
  resolveId: { filter: { id: isSheet }, handler: (id) => id },
  load: { filter: { id: isSheet }, handler: () => sheet('styles.layer.css') },
})

const firstSheet = async (): Promise<string> => [await variables(), await sheetOf(first)].join('\n')

const nameOf = (id: string): string => partOf.exec(id)?.[1] ?? ''

const sheet = (name: string): Promise<string> => readFile(require.resolve(`@mantine/core/${name}`), 'utf8')
const sheetOf = async (names: readonly string[]): Promise<string> =>
  (await Promise.all(names.map((name) => sheet(`styles/${name}.layer.css`)))).join('\n')

/** The variables of both schemes, which Mantine would compute in each browser. */
async function variables(): Promise<string> {
  const { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } =
    await import('@mantine/core')
  const { theme } = await import('./src/theme/theme.ts')
  const { cssVariables } = await import('./src/theme/tokens.ts')
  const whole = mergeMantineTheme(DEFAULT_THEME, theme)
  const [usual, own] = [defaultCssVariablesResolver(whole), cssVariables(whole)]
  return convertCssVariables({
    variables: { ...usual.variables, ...own.variables },
    light: { ...usual.light, '--mantine-color-scheme': 'light', ...own.light },
    dark: { ...usual.dark, '--mantine-color-scheme': 'dark', ...own.dark },
  })
}

const partsIn = (bundle: Rollup.OutputBundle): Set<string> =>
  new Set(
    Object.values(bundle)
      .flatMap((one) => (one.type === 'chunk' ? Object.entries(one.modules) : []))
      .flatMap(([id, { renderedLength }]) => (renderedLength > 0 && partOf.test(id) ? [nameOf(id)] : [])),
  )

export function faultsOf(parts: ReadonlySet<string>, sheets: readonly string[] = later): string[] {
  const missing = [...parts].filter((name) => !sheets.includes(name))
  const unused = sheets.filter((name) => !parts.has(name))
  return [
    ...missing.map((name) => `Mantine's ${name} is drawn, but its style sheet is not named in mantine-styles.ts.`),
    ...unused.map((name) => `Mantine's ${name} is not drawn any more: take its style sheet out of mantine-styles.ts.`),
  ]
}
