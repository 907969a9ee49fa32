import { dirname, join } from 'node:path/posix'
import { pathsOf } from './project-files.ts'
import type { ProjectFiles } from './project-files.ts'

/**
 * The rooms of an app, in order: a room imports only itself and the rooms before it. Files next to the rooms may import
 * all.
 */
export type Rooms = Readonly<Record<string, readonly string[]>>

export const rooms: Rooms = {
  'apps/server/src': ['platform', 'authz', 'journal', 'http', 'lists', 'features', 'gateway'],
  'apps/identity/src': [
    'platform',
    'accounts',
    'factors',
    'pages',
    'http',
    'mails',
    'oidc',
    'sign-in',
    'passwords',
    'security',
    'accounts-api',
  ],
  'apps/fleet/src': ['platform', 'city', 'devices'],
  'apps/console/src': [
    'theme',
    'ui',
    'stores',
    'i18n',
    'http',
    'shell',
    'session',
    'api',
    'live',
    'offline',
    'forms',
    'lists',
    'features',
    'pages',
    'dev',
    'app',
  ],
}

interface Import {
  from: string
  to: string
}

/** Tests, and what the features give to them. */
const isTest = /\.(test|story)\.tsx?$|\/samples\.ts$/
const specifiers = /(?:\bfrom\s+|\bimport\(\s*|\bnew URL\(\s*)'(\.{1,2}\/[^'?]+)/g

/** The relative imports between source files below `folder`, without tests. */
function importsIn(files: ProjectFiles, folder: string): Import[] {
  return pathsOf(files, new RegExp(`^${folder}/.+\\.tsx?$`))
    .filter((path) => !isTest.test(path))
    .flatMap((from) =>
      [...(files.get(from) ?? '').matchAll(specifiers)].map(([, path = '']) => ({
        from,
        to: join(dirname(from), path),
      })),
    )
    .filter(({ to }) => to.startsWith(`${folder}/`))
}

const roomOf = (app: string, path: string): string | undefined => /^([^/]+)\//.exec(path.slice(app.length + 1))?.[1]

/** Reports each file in a folder that the order does not name, and each import of a later room. */
export function roomFaults(files: ProjectFiles, order: Rooms = rooms): string[] {
  return Object.entries(order).flatMap(([app, names]) => {
    const unnamed = pathsOf(files, new RegExp(`^${app}/[^/]+/.+\\.tsx?$`)).filter(
      (path) => !names.includes(roomOf(app, path) ?? ''),
    )
    const upward = importsIn(files, app).filter(({ from, to }) => {
      const [room, other] = [roomOf(app, from), roomOf(app, to)]
      return room !== undefined && (other === undefined || names.indexOf(other) > names.indexOf(room))
    })
    return [
      ...unnamed.map((path) => `${path} is in no room of ${app}`),
      ...upward.map(({ from, to }) => `${from} imports ${to}, which comes after it`),
    ]
  })
}

const featureOf = (path: string): string | undefined => /\/features\/([^/]+)\//.exec(path)?.[1]
/** Files through which a feature of the console reaches another. */
const isDoor = /-(link|picker|labels|choices|address)\.tsx?$/
const isPrivate = /\/[a-z-]*(routes|queries|jobs)\.ts$/
/** Features of the server whose numbers are the totals of other features' lists, so that they read those lists. */
const composesLists = /^apps\/server\/src\/features\/(overview|dashboards)\//
const isListOf = (from: string, to: string): boolean => composesLists.test(from) && to.endsWith('/queries.ts')

const between = ({ from, to }: Import): boolean =>
  featureOf(from) !== undefined && featureOf(to) !== undefined && featureOf(from) !== featureOf(to)

/**
 * A feature reaches another through its doors (console), or through its verbs and never its routes, queries or jobs
 * (server).
 */
export function reachFaults(files: ProjectFiles): string[] {
  const console = importsIn(files, 'apps/console/src/features').filter((one) => between(one) && !isDoor.test(one.to))
  const server = importsIn(files, 'apps/server/src/features').filter(
    (one) => between(one) && isPrivate.test(one.to) && !isListOf(one.from, one.to),
  )
  return [...console, ...server].map(({ from, to }) => `${from} reaches into ${to}`)
}

/**
 * Finds features of the server that depend on each other in a cycle. The console needs no such check, because its doors
 * import nothing of their feature.
 */
export function featureCycleFaults(files: ProjectFiles): string[] {
  const uses = new Map<string, Set<string>>()
  for (const one of importsIn(files, 'apps/server/src/features').filter(between)) {
    const [from = '', to = ''] = [featureOf(one.from), featureOf(one.to)]
    uses.set(from, (uses.get(from) ?? new Set()).add(to))
  }
  const reachable = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of uses.get(from) ?? []) if (!seen.has(next)) reachable(next, seen.add(next))
    return seen
  }
  return [...uses.keys()].filter((name) => reachable(name).has(name)).map((name) => `feature ${name} depends on itself`)
}

/** `samples.ts` of a feature is for tests alone. */
export function sampleFaults(files: ProjectFiles): string[] {
  return importsIn(files, 'apps/server/src')
    .filter(({ to }) => to.endsWith('/samples.ts'))
    .map(({ from, to }) => `${from} imports ${to}, which is for tests alone`)
}
