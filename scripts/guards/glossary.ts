import { pathsOf } from './project-files.ts'
import type { ProjectFiles } from './project-files.ts'

const spoken = /^(apps\/console\/src\/(?!dev\/)|packages\/contract\/src\/).+(?<!\.test)\.tsx?$/
/** Words for which decision 24 has another. "Vehicle type", the ride on a map and the right side are none of them. */
const replaced = /\b(?:bicycles?|vehicles?(?! types?\b)|rides|(?<!\b(?:this|the) )ride|(?<!\{\{)rights?(?! side))\b/i
const literals = /'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`([^`\n]*)`/g
/** People read a literal with several words, and one capitalized word; others are keys and values. */
const isRead = (text: string): boolean => /[a-z,.] \S/.test(text) || /^[A-Z][a-z]+$/.test(text)
const comment = /^\s*(?:\/\/|\/?\*)/

/** Sentences of the console, the API and the error catalogue with a word that the glossary replaces. */
export function glossaryFaults(files: ProjectFiles): string[] {
  return pathsOf(files, spoken).flatMap((path) =>
    (files.get(path) ?? '').split('\n').flatMap((line, index) =>
      comment.test(line)
        ? []
        : [...line.matchAll(literals)]
            .map(([, single, double, template]) => single ?? double ?? template ?? '')
            .filter((text) => isRead(text) && replaced.test(text))
            .map((text) => `${path}:${index + 1} has a word that decision 24 replaces: ${text}`),
    ),
  )
}
