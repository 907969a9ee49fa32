import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { root } from '../console-build.ts'
import { pathsOf, readProject } from './project-files.ts'
import type { ProjectFiles } from './project-files.ts'

/** How many comments and test titles of a file may still contain a banned idiom. The numbers may only shrink. */
const LanguageDebt = z.readonly(z.record(z.string(), z.number()))
export type LanguageDebt = z.infer<typeof LanguageDebt>

export const languageDebtPath = 'scripts/guards/language-debt.json'

const guarded = /^(apps|packages|scripts|e2e|bench)\/.+(?<!\.gen)\.tsx?$/
const measure = String.raw`(?:bytes?|texts?|characters?|lengths?|long)`
const character = String.raw`\bsigns?\b(?![- ](?:in|ins|out|up|on|off)\b)`

/** Literal translations that a reader has to decode; the house style names the plain words. */
const idioms = new RegExp(
  [
    String.raw`\bstands? (?:there|in)\b`,
    String.raw`\b(?:stood|told|whoever|anew|hears|heard|meanwhile)\b`,
    String.raw`\b(?:lies? in|of its own|one['’]s own|of ours)\b`,
    String.raw`${character}.{0,40}\b${measure}\b`,
    String.raw`\b${measure}\b.{0,40}${character}`,
  ].join('|'),
  'i',
)

const quoted = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|` + '`(?:\\\\[^]|[^`\\\\])*`'
const regularExpression = String.raw`(?<=(?:[=(,:;!&|?{}[\n]|\breturn)\s*)\/(?![*\/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^\/\\\n[])+\/[a-z]*`
/** Strings and regular expressions are matched too, because they may contain what looks like a comment. */
const comments = new RegExp(
  String.raw`(\/\*[^]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)|${quoted}|${regularExpression}`,
  'g',
)
/** `test('...'`, `describe('...'`, and `('...', () =>` after the table of `test.each`. */
const titles = new RegExp(
  String.raw`\b(?:test|describe|it)(?:\.\w+)*\(\s*(${quoted})|\)\(\s*(${quoted}),\s*(?:async\s*)?[({]`,
  'g',
)

interface Passage {
  line: number
  text: string
}

function passagesIn(text: string, pattern: RegExp): Passage[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const passage = match[1] ?? match[2]
    return passage === undefined ? [] : [{ line: text.slice(0, match.index).split('\n').length, text: passage }]
  })
}

const readable = (text: string): string => text.replaceAll(/\n\s*(\*|\/\/)?\s*/g, ' ')

const commentsIn = (text: string): Passage[] => passagesIn(text, comments)

function idiomsIn(path: string, text: string): Passage[] {
  const passages = /\.(test|story)\.tsx?$/.test(path)
    ? [...commentsIn(text), ...passagesIn(text, titles)]
    : commentsIn(text)
  return passages.map((one) => ({ ...one, text: readable(one.text) })).filter((one) => idioms.test(one.text))
}

const countsIn = (files: ProjectFiles): Record<string, number> =>
  Object.fromEntries(
    pathsOf(files, guarded)
      .map((path): [string, number] => [path, idiomsIn(path, files.get(path) ?? '').length])
      .filter(([, count]) => count > 0),
  )

export const languageDebtOf = (files: ProjectFiles): LanguageDebt =>
  LanguageDebt.parse(JSON.parse(files.get(languageDebtPath) ?? '{}'))

/** Reports files with more banned idioms than listed, with the passages, and files with fewer, whose number is to be lowered. */
export function languageFaults(files: ProjectFiles, debt: LanguageDebt = languageDebtOf(files)): string[] {
  const counts = countsIn(files)
  return [...new Set([...Object.keys(counts), ...Object.keys(debt)])].sort().flatMap((path) => {
    const [count, allowed] = [counts[path] ?? 0, debt[path] ?? 0]
    if (count === allowed) return []
    if (count < allowed) return [`${path}: ${count} passages with banned idioms, ${allowed} listed: lower it`]
    const passages = idiomsIn(path, files.get(path) ?? '').map(({ line, text }) => `  ${line}: ${text}`)
    return [[`${path}: ${count} passages with banned idioms, ${allowed} listed`, ...passages].join('\n')]
  })
}

/** The listed numbers, lowered to what is there now; a number never rises. */
export function loweredDebt(files: ProjectFiles, debt: LanguageDebt = languageDebtOf(files)): LanguageDebt {
  const counts = countsIn(files)
  return Object.fromEntries(
    Object.entries(debt)
      .map(([path, allowed]): [string, number] => [path, Math.min(allowed, counts[path] ?? 0)])
      .filter(([, allowed]) => allowed > 0),
  )
}

/** The share of comments with a banned idiom, for example `12 of 4,000 comments (0.3 %)`. */
export function languageShare(files: ProjectFiles): string {
  const all = pathsOf(files, guarded).flatMap((path) => commentsIn(files.get(path) ?? ''))
  const banned = all.filter(({ text }) => idioms.test(readable(text)))
  const percent = (100 * banned.length) / Math.max(1, all.length)
  return `${banned.length} of ${all.length.toLocaleString('en')} comments (${percent.toFixed(1)} %)`
}

/** Lowers the list with `--write`; without a list it writes the present numbers. Otherwise prints what is wrong. */
function main(): void {
  const files = readProject(root)
  const path = join(root, languageDebtPath)
  if (process.argv.includes('--write')) {
    const debt = existsSync(path) ? loweredDebt(files) : countsIn(files)
    writeFileSync(path, `${JSON.stringify(debt, null, 2)}\n`)
  }
  const faults = languageFaults(process.argv.includes('--write') ? readProject(root) : files)
  for (const line of [...faults, `Banned idioms: ${languageShare(files)}`]) process.stdout.write(`${line}\n`)
  process.exitCode = faults.length > 0 ? 1 : 0
}

if (import.meta.main) main()
