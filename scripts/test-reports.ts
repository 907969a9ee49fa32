import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod'

/** What a test runner reported: how many tests passed, and each failure as its name and the beginning of its message. */
export interface TestReport {
  passed: number
  failures: string[]
}

const VitestFile = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string().optional(),
  assertionResults: z.array(
    z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
  ),
})
type VitestFile = z.infer<typeof VitestFile>
const VitestJson = z.object({ numPassedTests: z.number(), testResults: z.array(VitestFile) })

const PlaywrightError = z.object({ message: z.string().optional() })
const PlaywrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({ status: z.string(), results: z.array(z.object({ errors: z.array(PlaywrightError).optional() })) }),
  ),
})
type PlaywrightSpec = z.infer<typeof PlaywrightSpec>
const PlaywrightSuite = z.object({
  specs: z.array(PlaywrightSpec).optional(),
  get suites() {
    return z.array(PlaywrightSuite).optional()
  },
})
type PlaywrightSuite = z.infer<typeof PlaywrightSuite>
const PlaywrightJson = z.object({
  stats: z.object({ expected: z.number() }),
  errors: z.array(PlaywrightError),
  suites: z.array(PlaywrightSuite),
})

const linesOfMessage = 12

/** Reads the JSON report of Vitest. A file that could not be loaded has no tests to count, and is one failure. */
export function vitestReport(file: string, root: string): TestReport | undefined {
  const report = reportIn(file, VitestJson)
  if (!report) return undefined
  return {
    passed: report.numPassedTests,
    failures: report.testResults.flatMap((result) => failuresOf(result, root)),
  }
}

function failuresOf({ name, status, message, assertionResults }: VitestFile, root: string): string[] {
  const file = relative(root, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  // A failed hook fails its file without failing a test.
  if (failed.length === 0 && status === 'failed') return [failure(file, message)]
  return failed.map((test) => failure(`${file} > ${test.fullName}`, test.failureMessages?.join('\n')))
}

/** Reads the JSON report of Playwright. A skipped story is a failure, because it proved nothing. */
export function playwrightReport(file: string): TestReport | undefined {
  const report = reportIn(file, PlaywrightJson)
  if (!report) return undefined
  return {
    passed: report.stats.expected,
    failures: [
      ...report.errors.map((error) => failure('outside of the stories', error.message)),
      ...report.suites.flatMap(storiesOf).filter(isRed).map(storyFailure),
    ],
  }
}

const storiesOf = (suite: PlaywrightSuite): PlaywrightSpec[] => [
  ...(suite.specs ?? []),
  ...(suite.suites ?? []).flatMap(storiesOf),
]

const isRed = (story: PlaywrightSpec): boolean => story.tests.some((test) => test.status !== 'expected')

function storyFailure(story: PlaywrightSpec): string {
  const attempts = story.tests.flatMap((test) => test.results)
  const error = attempts.flatMap((attempt) => attempt.errors ?? []).at(0)
  return failure(`${story.file} > ${story.title}`, error?.message ?? 'skipped')
}

function failure(name: string, message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, linesOfMessage)
  return [name, ...lines.map((line) => `    ${line}`)].join('\n')
}

const reportIn = <Report>(file: string, schema: z.ZodType<Report>): Report | undefined =>
  existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
