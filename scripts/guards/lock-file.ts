import * as z from 'zod'
import { pathsOf } from './project-files.ts'
import type { ProjectFiles } from './project-files.ts'

const LockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      link: z.boolean().optional(),
      integrity: z.string().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
})
const Manifest = z.object({ allowScripts: z.record(z.string(), z.boolean()).default({}) })

const installed = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)$/

/**
 * What an installation takes is what was reviewed: each package of a lock file has the hash of its content, and a script that runs
 * while it is installed is allowed by name in the manifest beside the lock file.
 */
export const lockFileFaults = (files: ProjectFiles): string[] =>
  pathsOf(files, /(^|\/)package-lock\.json$/).flatMap((path) => {
    const { packages } = LockFile.parse(JSON.parse(files.get(path) ?? ''))
    const manifest = Manifest.parse(JSON.parse(files.get(path.replace(/-lock\.json$/, '.json')) ?? '{}'))
    return Object.entries(packages).flatMap(([place, { link, integrity = '', hasInstallScript }]) => {
      const name = installed.exec(place)?.[1]
      if (name === undefined || link) return []
      return [
        ...(integrity.startsWith('sha512-') ? [] : [`${path}: ${name} has no hash`]),
        ...(hasInstallScript && manifest.allowScripts[name] !== true ? [`${path}: ${name} runs a script`] : []),
      ]
    })
  })
