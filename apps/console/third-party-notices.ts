import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rollup } from 'vite'

export const noticesFile = 'third-party-notices.txt'

/** Writes the licences of the packages whose code, fonts or data the build contains; the server serves the file. */
export const thirdPartyNotices = (root = import.meta.dirname): Plugin => ({
  name: 'wheelhouse:third-party-notices',
  apply: 'build',
  generateBundle(_options, bundle) {
    this.emitFile({
      type: 'asset',
      fileName: noticesFile,
      source: noticesOf(new Set([...packageFoldersOf(bundle, root), ...inWorkers])),
    })
  },
})

const inWorkers = new Set<string>()

/** Workers are bundles of their own, which Vite finishes before that of the page. */
export const noticeWorkers = (): Plugin => ({
  name: 'wheelhouse:third-party-notices-of-workers',
  generateBundle(_options, bundle) {
    for (const folder of packageFoldersOf(bundle, import.meta.dirname)) inWorkers.add(folder)
  },
})

/** Code by the modules of each chunk; style sheets, fonts, maps and WebAssembly by the files that they were made from. */
function packageFoldersOf(bundle: Rollup.OutputBundle, root: string): Set<string> {
  const files = Object.values(bundle).flatMap((file) =>
    file.type === 'chunk' ? file.moduleIds : file.originalFileNames.map((name) => join(root, name)),
  )
  return new Set(files.flatMap(packageFolderOf))
}

/** The innermost package of the path: one may bring its own version of another. */
export function packageFolderOf(file: string): string[] {
  const folder = /^.*[\\/]node_modules[\\/](@[^\\/]+[\\/])?[^\\/@.][^\\/]*/.exec(file.split('?')[0] ?? '')?.[0]
  return folder === undefined ? [] : [folder.replace(/^\0/, '')]
}

interface Package {
  name: string
  version: string
  license: string
}

const introduction = `The Wheelhouse console contains the software, fonts and map data of the packages below.
Their authors license them under the terms that follow each name.
`

const cityMap = `Streets of Baltimore (Open Database License 1.0)

The demonstration shows streets, parks and water of Baltimore out of a file that was made from an extract of
OpenStreetMap. © OpenStreetMap contributors. The data is available under the Open Database License:
https://www.openstreetmap.org/copyright and https://opendatacommons.org/licenses/odbl/1-0/
`

function noticesOf(folders: Iterable<string>): string {
  // Several packages may bring the same version of another one.
  const entries = new Set([...folders].map(entryOf))
  return [introduction, cityMap, ...[...entries].toSorted()].join(`\n${'-'.repeat(80)}\n\n`)
}

function entryOf(folder: string): string {
  // npm installs no package without the first two; a missing licence is read as such in the file.
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package
  const texts = licenceFilesIn(folder).map((file) => readFileSync(file, 'utf8').trim())
  return [`${name} ${version} (${license})`, ...texts, ''].join('\n\n')
}

const isLicence = (file: string): boolean =>
  /^(licen[cs]e|notice|copying|copyright)/i.test(file) && /(^[^.]+|\.(txt|md))$/i.test(file)

/** Some packages keep the licences of the code that they took over in a folder. */
function licenceFilesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => isLicence(name))
  return entries
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory()
        ? readdirSync(path)
            .toSorted()
            .map((name) => join(path, name))
        : [path]
    })
}
