import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as z from 'zod'

/**
 * kB of JavaScript, each file with gzip, that load before the first row of a list, or the first card of a page. They may
 * only shrink: code that is not drawn at first is loaded on first use (ui/base/lazy.tsx). docs/PERFORMANCE.md says what
 * they consist of. The router reads every route at the start: one that names the address of a list for its
 * `validateSearch` loads the contract with every screen (apps/console/src/app/raw-search.ts); loaders come with the
 * screen.
 */
const consoleBudgets: Budgets = {
  '/locations': { kB: 213, files: 9 },
  '/locations/1': { kB: 245, files: 13 },
  '/device-sessions/history': { kB: 212, files: 8 },
  '/points-of-interest': { kB: 214, files: 16 },
  '/regions': { kB: 207, files: 9 },
  '/device-sessions/history/1': { kB: 272, files: 39 },
  '/users/1': { kB: 255, files: 30 },
  '/hardware/1': { kB: 252, files: 28 },
  '/analytics/dashboards/1': { kB: 294, files: 41 },
}
/** Each file is another request, and a browser has six connections. */
type Budgets = Record<string, { kB: number; files: number }>

/** The names of all files, and by the pattern of its address the places of those that a screen loads. */
const EarlyFiles = z.object({
  names: z.array(z.string()),
  screens: z.array(z.tuple([z.string(), z.array(z.number())])),
})

/**
 * What the page loads for every screen, and what its first script loads for the screen of this address
 * (apps/console/early-files.ts).
 */
function scriptsOf(html: string, path: string): string[] {
  const named = [
    ...html.matchAll(/<(?:script type="module"|link rel="modulepreload")[^>]+(?:src|href)="\/(assets\/[^"]+\.js)"/g),
  ]
  const early = /^const \{ names, screens \} = [^{]*(\{.*\})/m.exec(html)?.[1] ?? nothing
  const { names, screens } = EarlyFiles.parse(JSON.parse(early))
  const own = screens.flatMap(([pattern, places]) =>
    new RegExp(pattern).test(path) ? places.map((at) => names[at] ?? '') : [],
  )
  return own.length === 0
    ? []
    : [
        ...named.map(([, file = '']) => file),
        ...own.filter((file) => file.endsWith('.js')).map((file) => `assets/${file}`),
      ]
}

/** They load with the first form. */
const withSchemas = /^assets\/(schemas|zod)-/

const nothing = '{"names":[],"screens":[]}'

/** Checks a built console. */
export function consoleSizeFaults(dist: string, budgets = consoleBudgets): string[] {
  const page = join(dist, 'index.html')
  if (!existsSync(page)) return ['The console is not built']
  const html = readFileSync(page, 'utf8')
  return Object.entries(budgets).flatMap(([path, most]) => {
    const scripts = scriptsOf(html, path)
    const kB = scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length / 1_000, 0)
    const size = `${path}: ${kB.toFixed(1)} kB of JavaScript in ${scripts.length} files before the first row`
    if (scripts.length === 0) return [`${path}: the page does not name its files`]
    const schemas = scripts.filter((script) => withSchemas.test(script))
    if (schemas.length > 0) return [`${path}: ${schemas.join(' and ')} loads before the first row (decision 56)`]
    return kB > most.kB || scripts.length > most.files ? [`${size}; at most ${most.kB} kB in ${most.files}`] : []
  })
}
