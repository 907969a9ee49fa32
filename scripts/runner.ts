import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './console-build.ts'

export interface Outcome {
  name: string
  isGreen: boolean
  passed: number
  failed: number
}

const bin = join(root, 'node_modules', '.bin')

export interface Command {
  program: string
  args: string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
}

/** Runs a program of the packages with its words on our screen; true when it ended well. */
export async function runs({ program, args, cwd = root, env = process.env }: Command): Promise<boolean> {
  const child = spawn(join(bin, program), args, {
    cwd,
    env: { ...env, PATH: `${bin}:${env.PATH ?? ''}` },
    stdio: 'inherit',
  })
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, forward)
  try {
    return await new Promise((done, fail) => {
      child.once('error', fail)
      child.once('exit', (code) => done(code === 0))
    })
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, forward)
  }
}

/** A step under its heading, with its time; a step that breaks is red, and the next one runs all the same. */
export async function headed(name: string, work: () => Promise<Omit<Outcome, 'name'> | boolean>): Promise<Outcome> {
  const began = performance.now()
  process.stdout.write(`\n== ${name}\n`)
  const result = await work().catch((error: Error) => {
    process.stdout.write(`${error.message}\n`)
    return false
  })
  const outcome = typeof result === 'boolean' ? { isGreen: result, passed: 0, failed: 0 } : result
  process.stdout.write(
    `== ${name}: ${outcome.isGreen ? 'green' : 'RED'} (${((performance.now() - began) / 1000).toFixed(1)} s)\n`,
  )
  return { name, ...outcome }
}

/** What a runner reported, or, where it broke before it could, one failure. */
export function counted(
  isGreen: boolean,
  report: { passed: number; failed: number } | undefined,
): Omit<Outcome, 'name'> {
  if (!report) return { isGreen: false, passed: 0, failed: 1 }
  return { ...report, isGreen: isGreen && report.failed === 0 }
}

/** The names of what is red; the process ends with 1 when there is any. */
export function conclude(outcomes: Outcome[]): void {
  const red = outcomes.filter((outcome) => !outcome.isGreen)
  if (red.length > 0) process.stdout.write(`\nRed: ${red.map((outcome) => outcome.name).join(', ')}\n`)
  process.exitCode = red.length > 0 ? 1 : 0
}
