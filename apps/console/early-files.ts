import type { BuildEnvironmentOptions, HtmlTagDescriptor, Plugin, Rollup } from 'vite'
import { askEarly } from './early-answers.ts'

type Bundle = Rollup.OutputBundle
type Chunk = Rollup.OutputChunk

/**
 * What the first screen needs is asked for by the page itself, all at once: the frame is named only in the code of the start, and a
 * screen only when the router has run. Fonts would be in the way of the code (src/app/start.tsx).
 */
export const earlyFiles = (): Plugin => ({
  name: 'wheelhouse:early-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => [
      ...Object.keys(bundle).flatMap(preloadOf),
      // Before the style sheets: a script waits for those above it.
      { tag: 'script', children: `${screenLoader(screensOf(bundle))}${askEarly}${start}`, injectTo: 'head-prepend' },
    ],
  },
})

const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: '' },
  injectTo: 'head',
})

function preloadOf(file: string): HtmlTagDescriptor[] {
  const href = `/${file}`
  if (/\/(frame|_shell)-.{7}\.js$/.test(file)) return [link({ rel: 'modulepreload', href })]
  if (/\/frame-.{8}\.css$/.test(file)) return [link({ rel: 'stylesheet', href })]
  return []
}

export const isAlwaysThere = /\/(index|rolldown-runtime|engine|start|frame|_shell)-.{7}\.js$/

/** `locations.index` of the module that the router's plugin makes for its component and its loader. */
export const routeOfScreen = (module: string | null): string | undefined =>
  /routes[\\/]_shell\.(.+)\.tsx\?tsr-split=[a-z-]*component[a-z-]*$/.exec(module ?? '')?.[1]

/** The files of each screen beyond those of every screen, by the pattern of its address. */
const screensOf = (bundle: Bundle): [pattern: string, files: string[]][] =>
  Object.values(bundle).flatMap((chunk) => {
    const route = chunk.type === 'chunk' && routeOfScreen(chunk.facadeModuleId)
    const chunks = route ? [...withImports(bundle, chunk.fileName)] : []
    // What is not built yet is the empty view, a few bytes.
    if (!route || chunks.reduce((length, { code }) => length + code.length, 0) < 1_000) return []
    const styles = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
    return [
      [
        patternOf(route),
        [...chunks.map(({ fileName }) => fileName), ...new Set(styles)].map((file) => file.replace(/^assets\//, '')),
      ],
    ]
  })

/** A file with everything that it imports at once. */
export function withImports(bundle: Bundle, file: string, found = new Set<Chunk>()): Set<Chunk> {
  const chunk = bundle[file]
  if (chunk?.type !== 'chunk' || found.has(chunk) || isAlwaysThere.test(file)) return found
  found.add(chunk)
  for (const imported of chunk.imports) withImports(bundle, imported, found)
  return found
}

/** `locations.$id` → `^/locations/[^/]+$` */
const patternOf = (route: string): string =>
  `^/${route
    .replace(/\.?index$/, '')
    .replace(/\./g, '/')
    .replace(/\$\w+/g, '[^/]+')}/?$`

interface ScreenFiles {
  names: string[]
  /** The places of a screen's files among the names. */
  screens: [pattern: string, places: number[]][]
}

/** Screens share most of their files, so each file is named once. */
function screenFiles(screens: [pattern: string, files: string[]][]): ScreenFiles {
  const names = [...new Set(screens.flatMap(([, files]) => files))]
  const places = new Map(names.map((name, place) => [name, place]))
  const placesOf = (files: string[]): number[] => files.flatMap((file) => places.get(file) ?? [])
  return { names, screens: screens.map(([pattern, files]) => [pattern, placesOf(files)]) }
}

/**
 * The router calls it again for each screen that is opened later (src/app/start.tsx). A browser reads text faster than code, and
 * there is neither a quote nor a backslash in it.
 */
export const screenLoader = (screens: [string, string[]][]): string => `const asked = new Set()
const { names, screens } = JSON.parse('${JSON.stringify(screenFiles(screens))}')
const filesOf = (path) => screens.flatMap(([pattern, places]) => RegExp(pattern).test(path) ? places.map((at) => names[at]) : [])
globalThis.wheelhouseLoadFiles = (path) => {
  for (const file of filesOf(path)) {
    if (asked.has(file)) continue
    asked.add(file)
    const isCode = file.endsWith('js')
    document.head.append(Object.assign(document.createElement('link'), {
      rel: isCode ? 'modulepreload' : 'stylesheet', crossOrigin: '', href: '/assets/' + file,
    }))
  }
}
`

/**
 * The rows come first: they take the server longest, and a browser has six connections for them and for the code. A browser may
 * refuse all storage, and what it keeps may be of another version: then the console asks, as it does without this.
 */
const start = `
if (filesOf(location.pathname).length > 0) try { askEarly() } catch (error) { console.debug('Nothing is asked for early', error) }
wheelhouseLoadFiles(location.pathname)
`

/**
 * What the bundler loads along with a file that is imported on demand. It would write the list of each screen into the code
 * of the start, where the page holds it already: there only style sheets are left, which a screen waits for.
 */
export const filesAlong: NonNullable<
  Exclude<BuildEnvironmentOptions['modulePreload'], boolean | undefined>['resolveDependencies']
> = (file, along, { hostType }) => {
  if (hostType === 'html') return along
  const isScreen = /\/_shell\./.test(file)
  return along.filter((one) => one.endsWith('.css') || !(isScreen || isAlwaysThere.test(one)))
}
