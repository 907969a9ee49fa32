import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Say } from './progress.ts'

export interface KeptChild {
  /** Rejects when it ends before it ever served. */
  ready: Promise<void>
  tell(message: { stopping: true }): void
  /** SIGTERM, and SIGKILL when the patience is over. */
  stop(patienceMs: number): Promise<void>
  kill(): void
}

export class ChildFailed extends Error {}

const shortestPauseMs = 100
const longestPauseMs = 5_000
const longEnoughMs = 30_000

/** Starts the app and starts it again whenever it ends by itself, after it has served once. */
export function keepRunning(name: string, module: string, env: NodeJS.ProcessEnv, say: Say): KeptChild {
  const served = Promise.withResolvers<void>()
  let child: ChildProcess
  let isStopping = false
  let hasServed = false
  let wait = shortestPauseMs

  function start(): void {
    const began = Date.now()
    child = launch(module, env)
    child.on('message', (message) => isReady(message) && served.resolve())
    child.once('error', (error) => served.reject(new ChildFailed(`The ${name} could not be started: ${error.message}`)))
    child.once('exit', (code, signal) => void ended(code, signal, Date.now() - began))
  }

  async function ended(code: number | null, signal: string | null, livedMs: number): Promise<void> {
    if (isStopping) return
    const how = signal ?? `exit code ${code}`
    if (!hasServed) return served.reject(new ChildFailed(`The ${name} did not start (${how}).`))
    wait = livedMs > longEnoughMs ? shortestPauseMs : Math.min(wait * 2, longestPauseMs)
    say(`The ${name} ended by itself (${how}); starting it again.`)
    await pause(wait)
    if (!isStopping) start()
  }

  served.promise.then(
    () => (hasServed = true),
    () => {},
  )
  start()
  return {
    ready: served.promise,
    tell: (message) => void (child.connected && child.send(message, () => {})),
    async stop(patienceMs) {
      isStopping = true
      await end(child, patienceMs)
    },
    kill() {
      isStopping = true
      child.kill('SIGKILL')
    },
  }
}

/** What an app says once it serves. */
export const isReady = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'ready' in message && message.ready === true

/**
 * The app runs in its own session: a Ctrl-C in the terminal reaches only this process, which ends all apps in order. If
 * this process is killed, the channel closes and the app ends by itself.
 */
export function launch(module: string, env: NodeJS.ProcessEnv): ChildProcess {
  return fork(module, [], { env, execArgv: [], detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

/** SIGTERM, and SIGKILL when the patience is over. */
export async function end(child: ChildProcess, patienceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await once(child, 'exit')
  clearTimeout(timer)
}
