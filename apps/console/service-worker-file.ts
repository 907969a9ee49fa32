import { join } from 'node:path'
import { build } from 'vite'
import type { Plugin, Rollup } from 'vite'
import { isAlwaysThere, routeOfScreen, withImports } from './early-files.ts'
import { noticeWorkers } from './third-party-notices.ts'

const source = join(import.meta.dirname, 'src/offline/service-worker.ts')
const fileName = 'service-worker.js'

/**
 * Writes the service worker with the list of the files that it keeps. Its address never changes, so it is one file without
 * imports, and browsers ask for it again with each visit.
 */
export const serviceWorker = (buildId: string): Plugin => ({
  name: 'wheelhouse:service-worker',
  apply: 'build',
  async generateBundle(_options, bundle) {
    this.emitFile({ type: 'asset', fileName, source: await bundled(keptFiles(bundle), buildId) })
  },
})

/** A browser takes 1,024 conditions of static routes, and none of them beyond that; each file is one (src/offline/service-worker.ts). */
const filesAtMost = 1_000

async function bundled(files: readonly string[], buildId: string): Promise<string> {
  if (files.length > filesAtMost)
    throw new Error(`The service worker keeps ${files.length} files, at most ${filesAtMost}`)
  const kept = files.map((file) => ({ url: `/${file}`, revision: null }))
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [noticeWorkers()],
    define: {
      __KEPT_FILES__: JSON.stringify(kept),
      __BUILD_ID__: JSON.stringify(buildId),
      'process.env.NODE_ENV': '"production"',
    },
    build: { write: false, lib: { entry: source, formats: ['iife'], name: 'serviceWorker', fileName: () => fileName } },
  })
  // One format, and no watching: there is one output.
  const [{ output }] = [built].flat() as [Rollup.RolldownOutput]
  return output[0].code
}

type Chunk = Rollup.OutputChunk

const keptScreens: readonly (string | undefined)[] = ['locations.index', 'locations.$id']
const isKeptScreen = ({ facadeModuleId }: Chunk): boolean => keptScreens.includes(routeOfScreen(facadeModuleId))
/** Besides what the screens load: the shell's own, and what their dialogs load when one opens first. */
const keptParts =
  /[\\/](offline[\\/]kept-replies\.ts|(app[\\/]offline|lists[\\/]background-jobs|ui[\\/]dialogs[\\/](dialog-frame|question)|features[\\/]locations[\\/]launch-dialog)\.tsx)$/
/** They are kept once a person has used them. */
const keptFonts = /(inter-latin(-ext)?-opsz|jetbrains-mono-latin(-ext)?-wght)-normal/
const isHeavy = /\/(echarts|chart|qr-)[^/]*\.js$/
/** Code beside the page that its chunks name by address. */
const isWorker = /\/(maplibre-gl-worker|basemap-worker)[^/]*\.js$/

/** The shell, and the two screens with the parts that they load at their first use. */
function keptFiles(bundle: Rollup.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk')
  const wanted = chunks.filter(
    (chunk) =>
      chunk.isEntry ||
      isAlwaysThere.test(chunk.fileName) ||
      isKeptScreen(chunk) ||
      keptParts.test(chunk.facadeModuleId ?? ''),
  )
  const screens = wanted.filter(isKeptScreen)
  const parts = screens.flatMap(({ fileName: file }) =>
    [...withImports(bundle, file)].flatMap(({ dynamicImports }) => dynamicImports),
  )
  const found = new Set<Chunk>(wanted.filter(({ fileName: file }) => isAlwaysThere.test(file)))
  for (const file of [...wanted.map(({ fileName: name }) => name), ...parts]) withImports(bundle, file, found)
  const scripts = [...found].filter(({ fileName: file }) => !isHeavy.test(file))
  const styles = scripts.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  const fonts = Object.keys(bundle).filter((file) => file.endsWith('.woff2') && keptFonts.test(file))
  const allStyles = Object.keys(bundle).filter((file) => /\/(index|frame|start)-.{8}\.css$/.test(file))
  const workers = Object.keys(bundle).filter((file) => isWorker.test(file))
  return [
    ...new Set([...scripts.map(({ fileName: file }) => file), ...styles, ...allStyles, ...fonts, ...workers]),
  ].toSorted()
}
