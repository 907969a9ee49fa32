import { pathsOf } from './project-files.ts'
import type { ProjectFiles } from './project-files.ts'

export interface FeatureExceptions {
  /** Contract files that no feature serves, with the reason. */
  contractOnly: Readonly<Record<string, string>>
  /** Server features without HTTP calls, with the reason. */
  serverOnly: Readonly<Record<string, string>>
}

const namesIn = (files: ProjectFiles, pattern: RegExp): Set<string> =>
  new Set(pathsOf(files, pattern).map((path) => pattern.exec(path)?.[1] ?? ''))

const contractNames = (files: ProjectFiles) => namesIn(files, /^packages\/contract\/src\/([a-z-]+)\/.+\.ts$/)
const serverNames = (files: ProjectFiles) => namesIn(files, /^apps\/server\/src\/features\/([a-z-]+)\/.+\.ts$/)
const consoleNames = (files: ProjectFiles) => namesIn(files, /^apps\/console\/src\/features\/([a-z-]+)\/.+$/)

/** A feature has the same name in the contract, on the server and in the console. */
export function featureNameFaults(files: ProjectFiles, { contractOnly, serverOnly }: FeatureExceptions): string[] {
  const [contract, server, console] = [contractNames(files), serverNames(files), consoleNames(files)]
  const idle = [
    ...Object.keys(contractOnly).filter((name) => !contract.has(name) || server.has(name)),
    ...Object.keys(serverOnly).filter((name) => !server.has(name) || contract.has(name)),
  ]
  return [
    ...[...contract]
      .filter((name) => !server.has(name) && !(name in contractOnly))
      .map((name) => `contract/${name} has no feature on the server`),
    ...[...server]
      .filter((name) => !contract.has(name) && !(name in serverOnly))
      .map((name) => `server feature ${name} has no contract`),
    ...[...console].filter((name) => !contract.has(name)).map((name) => `console feature ${name} has no contract`),
    ...idle.map((name) => `the exception for ${name} is no longer needed`),
  ]
}

const filesAtMost = 20
const isTest = /\.(test|story)\.tsx?$|\/samples\.ts$/

/** A feature folder holds at most twenty files in each app, not counting tests and their samples. An exception may only shrink. */
export function featureSizeFaults(files: ProjectFiles, allowed: Readonly<Record<string, number>>): string[] {
  const sizes = new Map<string, number>()
  for (const path of files.keys()) {
    const folder = /^(apps\/(?:server|console)\/src\/features\/[a-z-]+)\//.exec(path)?.[1]
    if (folder && !isTest.test(path)) sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  return [
    ...[...sizes].flatMap(([folder, size]) => {
      const most = allowed[folder] ?? filesAtMost
      return size > most ? [`${folder} holds ${size} files, ${most} at most`] : []
    }),
    ...Object.entries(allowed).flatMap(([folder, most]) => {
      const size = sizes.get(folder) ?? 0
      return size < most ? [`${folder} holds ${size} files now: lower its exception from ${most}`] : []
    }),
  ]
}
