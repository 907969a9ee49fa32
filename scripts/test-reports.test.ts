import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { playwrightReport, vitestReport } from './test-reports.ts'

const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-report-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function written(report: object): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

describe('the report of the unit and server tests', () => {
  const passed = { status: 'passed', fullName: 'a sum is exact', failureMessages: [] }

  test('names a failed test by its file and title, with the beginning of its message in plain text', () => {
    const message = [
      '\u001B[31mAssertionError\u001B[39m: expected 1 to be 2',
      '',
      ...Array.from({ length: 30 }, (_, n) => `at ${n}`),
    ]
    const failed = { status: 'failed', fullName: 'money > a fee is rounded', failureMessages: [message.join('\n')] }
    const file = written({
      numPassedTests: 1,
      testResults: [{ name: '/product/a/fee.test.ts', status: 'failed', assertionResults: [passed, failed] }],
    })
    const report = vitestReport(file, '/product')
    expect(report).toEqual({ passed: 1, failures: [expect.any(String)] })
    expect(report?.failures[0]?.split('\n').slice(0, 3)).toEqual([
      'a/fee.test.ts > money > a fee is rounded',
      '    AssertionError: expected 1 to be 2',
      '    at 0',
    ])
    expect(report?.failures[0]).not.toContain('at 29')
  })

  test('counts a file that could not be loaded, or whose hook failed, as one failure', () => {
    const file = written({
      numPassedTests: 1,
      testResults: [
        { name: '/product/a/lost.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
        { name: '/product/a/hook.test.ts', status: 'failed', message: 'No database', assertionResults: [passed] },
      ],
    })
    expect(vitestReport(file, '/product')?.failures).toEqual([
      'a/lost.test.ts\n    Cannot find module',
      'a/hook.test.ts\n    No database',
    ])
  })

  test('is absent when the runner ended before it', () => {
    expect(vitestReport(join(folder, 'absent.json'), '/product')).toBeUndefined()
  })
})

describe('the report of the browser stories', () => {
  const story = (title: string, status: string, message?: string): object => ({
    title,
    file: 'a.story.ts',
    tests: [{ status, results: [{ errors: message ? [{ message }] : [] }] }],
  })

  test('names failed, flaky and skipped stories, also of nested suites, and errors outside of them', () => {
    const file = written({
      stats: { expected: 1 },
      errors: [{ message: 'The product did not start' }],
      suites: [
        {
          specs: [story('a lock opens', 'expected'), story('a list scrolls', 'unexpected', 'Timed out')],
          suites: [{ specs: [story('a map moves', 'skipped'), story('a tab closes', 'flaky', 'Not closed')] }],
        },
      ],
    })
    expect(playwrightReport(file)).toEqual({
      passed: 1,
      failures: [
        'outside of the stories\n    The product did not start',
        'a.story.ts > a list scrolls\n    Timed out',
        'a.story.ts > a map moves\n    skipped',
        'a.story.ts > a tab closes\n    Not closed',
      ],
    })
  })
})
