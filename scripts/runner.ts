import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './console-build.ts'
import type { TestReport } from './test-reports.ts'

/** How a step ended. A step that runs no tests, or broke before it could, has none passed and no failures. */
export interface Outcome extends TestReport {
  name: string
  isGreen: boolean
}

const bin = join(root, 'node_modules', '.bin')

/** Takes the output of a step. */
export type Write = (text: string) => void

const writeToScreen: Write = (text) => void process.stdout.write(text)

export interface Command {
  program: string
  args: string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Takes what the program prints; without it the program prints to the terminal itself. */
  write?: Write
}

/** Runs a program of the installed packages; true when it ended without a failure. */
export async function runs({ program, args, cwd = root, env = process.env, write }: Command): Promise<boolean> {
  // A program that prints into a pipe leaves its colours out unless it is asked for them.
  const colours = write && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawn(join(bin, program), args, {
    cwd,
    env: { ...env, ...colours, PATH: `${bin}:${env.PATH ?? ''}` },
    stdio: write ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  if (write) for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', write)
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, forward)
  try {
    return await new Promise((done, fail) => {
      child.once('error', fail)
      child.once('close', (code) => done(code === 0))
    })
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, forward)
  }
}

type StepWork = (write: Write) => Promise<Omit<Outcome, 'name'> | boolean>

/** Runs a step under its heading and prints its time; a step that throws is red, and the next one runs all the same. */
export async function headed(name: string, work: StepWork, write: Write = writeToScreen): Promise<Outcome> {
  const began = performance.now()
  write(`\n== ${name}\n`)
  const result = await work(write).catch((error: Error) => {
    write(`${error.message}\n`)
    return false
  })
  const outcome = typeof result === 'boolean' ? { isGreen: result, passed: 0, failures: [] } : result
  write(`== ${name}: ${outcome.isGreen ? 'green' : 'RED'} (${((performance.now() - began) / 1000).toFixed(1)} s)\n`)
  return { name, ...outcome }
}

/** The same for a step that runs beside others: its output is printed as a whole when it ends. */
export async function headedWhole(name: string, work: StepWork): Promise<Outcome> {
  const parts: string[] = []
  const outcome = await headed(name, work, (text) => void parts.push(text))
  writeToScreen(parts.join(''))
  return outcome
}

/** What a runner reported. A step is red when the runner said so, when it broke before its report, or when a test failed. */
export function counted(isGreen: boolean, report: TestReport | undefined): Omit<Outcome, 'name'> {
  if (!report) return { isGreen: false, passed: 0, failures: [] }
  return { ...report, isGreen: isGreen && report.failures.length === 0 }
}

/** Prints each failure and the names of the red steps; the process ends with 1 when there is any. */
export function conclude(outcomes: Outcome[]): void {
  const red = outcomes.filter((outcome) => !outcome.isGreen)
  // At the end, because a run prints thousands of lines and a log is often read from its end.
  for (const failure of red.flatMap((outcome) => outcome.failures)) writeToScreen(`\n${failure}\n`)
  if (red.length > 0) writeToScreen(`\nRed: ${red.map((outcome) => outcome.name).join(', ')}\n`)
  process.exitCode = red.length > 0 ? 1 : 0
}
