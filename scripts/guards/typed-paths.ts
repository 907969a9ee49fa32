import { pathsOf } from './project-files.ts'
import type { ProjectFiles } from './project-files.ts'

const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const pathOfApi = /['"`](\/[a-z-]+\/v\d+\/[^'"`]*)['"`]/g

/** A path of the API in the console. It is written once, in the contract: a route that is renamed would leave it behind. */
export const typedPathFaults = (files: ProjectFiles): string[] =>
  pathsOf(files, /^apps\/console\/src\/.+\.tsx?$/)
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .flatMap((path) =>
      [...(files.get(path) ?? '').replace(comments, '').matchAll(pathOfApi)].map(
        ([, address]) => `${path}: ${address} is typed; take it from the route`,
      ),
    )
