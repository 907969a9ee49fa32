import { runSourceChecks, runTests } from './check-steps.ts'
import { buildConsole, dist } from './console-build.ts'
import { consoleSizeFaults } from './guards/console-size.ts'
import { conclude, headed, headedWhole, runs } from './runner.ts'
import { runStories } from './stories.ts'

/**
 * `npm test`: everything, the browser stories included.
 * `npm test -- [--watch] FILE...`: the unit and server tests of these files, with `--watch` after each save.
 */
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const given = process.argv.slice(2)
if (given.length > 0) await runFiles(given)
else await runAll()

async function runFiles(given: string[]): Promise<void> {
  const files = given.filter((argument) => argument !== '--watch')
  const isGreen = await runs({ program: 'vitest', args: [given.includes('--watch') ? 'watch' : 'run', ...files] })
  process.exitCode = isGreen ? 0 : 1
}

async function runAll(): Promise<void> {
  // The build has one busy core most of the time.
  const [sources, build] = await Promise.all([
    runSourceChecks(),
    headedWhole('console build', (write) => buildConsole((line) => write(`${line}\n`)).then(() => true)),
  ])
  const tests = await runTests()
  const size = await headed('console size', async () => {
    const faults = consoleSizeFaults(dist)
    for (const fault of faults) say(fault)
    return faults.length === 0
  })
  const stories = await headed('browser stories', runStories)

  const outcomes = [...sources, build, tests, size, stories]
  conclude(outcomes)
  const passed = outcomes.reduce((total, outcome) => total + outcome.passed, 0)
  // A red step without failed tests is one failure, because the last line must not look green next to it.
  const failed = outcomes.reduce(
    (total, { isGreen, failures }) => total + (isGreen ? 0 : Math.max(failures.length, 1)),
    0,
  )
  say(`\n${passed} passed, ${failed} failed`)
}
