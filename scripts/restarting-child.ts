import type { ChildProcess } from 'node:child_process'
import { ChildFailed, end, isReady, launch } from './children.ts'
import type { KeptChild } from './children.ts'
import type { Say } from './progress.ts'
import { watchSources } from './watch-sources.ts'

export interface RestartingApp {
  name: string
  module: string
  env: NodeJS.ProcessEnv
  /** Folders; a change of a file in them restarts the app. */
  sources: readonly string[]
  say: Say
}

const endWithinMs = 2_000

/** Restarts the app when its sources change. An app that ends by itself waits for the next change. */
export class RestartingChild implements KeptChild {
  readonly #app: RestartingApp
  readonly #firstReady = Promise.withResolvers<void>()
  readonly #stopWatching: () => void
  #serving = Promise.withResolvers<boolean>()
  #child: ChildProcess
  #hasServed = false
  #isStopping = false
  #ending: Promise<void> | undefined

  constructor(app: RestartingApp) {
    this.#app = app
    this.#stopWatching = watchSources(app.sources, (file) => void this.#restart(file))
    this.#child = this.#start(performance.now())
  }

  get ready(): Promise<void> {
    return this.#firstReady.promise
  }

  /** Waits for a restart that is under way; false while the app is down because it did not start. */
  isServing(): Promise<boolean> {
    return this.#serving.promise
  }

  tell(message: { stopping: true }): void {
    if (this.#child.connected) this.#child.send(message, () => {})
  }

  async stop(patienceMs: number): Promise<void> {
    this.#leave()
    await this.#ending
    await end(this.#child, patienceMs)
  }

  kill(): void {
    this.#leave()
    this.#child.kill('SIGKILL')
  }

  #leave(): void {
    this.#isStopping = true
    this.#stopWatching()
  }

  #start(began: number): ChildProcess {
    const child = launch(this.#app.module, this.#app.env)
    child.on('message', (message) => isReady(message) && this.#served(began))
    child.once('exit', (code, signal) => !this.#ending && this.#ended(signal ?? `exit code ${code}`))
    return child
  }

  #served(began: number): void {
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    if (this.#hasServed) this.#app.say(`The ${this.#app.name} serves again (${seconds} s).`)
    this.#hasServed = true
    this.#firstReady.resolve()
    this.#serving.resolve(true)
  }

  #ended(how: string): void {
    const { name, say } = this.#app
    if (this.#isStopping) return
    if (!this.#hasServed) return this.#firstReady.reject(new ChildFailed(`The ${name} did not start (${how}).`))
    say(`The ${name} ended (${how}); it starts again when one of its source files is saved.`)
    this.#reopen()
    this.#serving.resolve(false)
  }

  /** A file saved while the old process ends needs no second restart, because the new process reads it. */
  async #restart(file: string): Promise<void> {
    if (this.#isStopping || this.#ending) return
    const began = performance.now()
    this.#app.say(`${file} was saved; restarting the ${this.#app.name}.`)
    this.#reopen()
    this.#ending = end(this.#child, endWithinMs)
    await this.#ending
    this.#ending = undefined
    if (!this.#isStopping) this.#child = this.#start(began)
  }

  /** Requests that already wait go on waiting, now for the next start. */
  #reopen(): void {
    const before = this.#serving
    this.#serving = Promise.withResolvers()
    void this.#serving.promise.then(before.resolve)
  }
}
