import { root } from '../console-build.ts'
import { readProject } from './project-files.ts'
import type { ProjectFiles } from './project-files.ts'

/** The project, as the tests of the guards read it. */
export const project = readProject(root)

export const planted = (...files: [string, string][]): ProjectFiles => new Map([...project, ...files])

export const without = (path: string): ProjectFiles => new Map([...project].filter(([one]) => one !== path))

/** The faults that a plant adds to the existing ones. */
export const added = (faultsOf: (files: ProjectFiles) => string[], files: ProjectFiles): string[] =>
  faultsOf(files).filter((fault) => !faultsOf(project).includes(fault))
