import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What a test runner reported: how many tests passed, and each failure as its name and the beginning of its message. */
export interface TestReport {
  passed: number
  failures: string[]
}

const linesOfMessage = 12

/** Reads the JSON report of Vitest. A file that could not be loaded has no tests to count, and is one failure. */
export function vitestReport(file: string, root: string): TestReport | undefined {
  const report = reportIn<VitestJson>(file)
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
  const report = reportIn<PlaywrightJson>(file)
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

function reportIn<Report>(file: string): Report | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
}

interface VitestJson {
  numPassedTests: number
  testResults: VitestFile[]
}

interface VitestFile {
  name: string
  status: string
  message?: string
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
}

interface PlaywrightJson {
  stats: { expected: number }
  errors: { message?: string }[]
  suites: PlaywrightSuite[]
}

interface PlaywrightSuite {
  specs?: PlaywrightSpec[]
  suites?: PlaywrightSuite[]
}

interface PlaywrightSpec {
  title: string
  file: string
  tests: { status: string; results: { errors?: { message?: string }[] }[] }[]
}
