import { runChecks } from './check-steps.ts'
import { buildConsole, dist } from './console-build.ts'
import { consoleSizeFaults } from './guards/console-size.ts'
import { conclude, headed } from './runner.ts'
import { runStories } from './stories.ts'

/** `npm test`: everything, including the browser stories. */
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const checks = await runChecks()
const build = await headed('console build', () => buildConsole(say).then(() => true))
const size = await headed('console size', async () => {
  const faults = consoleSizeFaults(dist)
  for (const fault of faults) say(fault)
  return faults.length === 0
})
const stories = await headed('browser stories', runStories)

const outcomes = [...checks, build, size, stories]
conclude(outcomes)
const sum = (count: 'passed' | 'failed'): number => outcomes.reduce((total, outcome) => total + outcome[count], 0)
// A failed step that reports no tests counts as one failure, so that the last line never looks green.
const uncounted = outcomes.filter((outcome) => !outcome.isGreen && outcome.failed === 0).length
say(`\n${sum('passed')} passed, ${sum('failed') + uncounted} failed`)
