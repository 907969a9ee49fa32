import * as v from 'valibot'
import { Change, stream } from '@wheelhouse/contract/events/live-changes.ts'
import { readAs } from '../http/read-as.ts'
import { createEventParser } from './event-parser.ts'
import type { StreamEvent } from './event-parser.ts'

export interface LiveDeps {
  fetch: typeof fetch
  apiUrl(): string
  token(): Promise<{ accessToken: string; expiresAt: number }>
  /** The position of the stream before the first rows were requested; empty if it is unknown. */
  firstEventId?(): string
  /** Besides the token. */
  moreHeaders?(): Record<string, string>
  onUnauthorized(): void
  onState(isConnected: boolean): void
  onChanges(changes: Change[]): void
  /** What was missed is unknown: everything is asked for again. */
  onReset(): void
  onRightsChanged(): void
  now(): number
  /** 0 to 1, for the jitter. */
  random(): number
  wait(ms: number, signal: AbortSignal): Promise<void>
}

const firstPauseMs = 1_000
const longestPauseMs = 30_000
// The server pings every 20 s; a stream that is silent for longer than two pings is dead.
const silenceMs = 50_000
// Before the token ends: it is renewed by then (300 s margin), so the next connection carries the new one.
const beforeExpiryMs = 290_000
const shortestLifeMs = 30_000

export interface LiveConnection {
  /** Connects, and again whenever it breaks, until stopped. */
  start(): void
  stop(): void
}

const ChangesData = v.object({ changes: v.array(v.unknown()) })

export function createLiveConnection(deps: LiveDeps): LiveConnection {
  let running: AbortController | null = null
  let lastEventId = ''

  async function run(signal: AbortSignal): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      lastEventId ||= deps.firstEventId?.() ?? ''
      const ended = await connect(deps, lastEventId, signal, (event) => {
        failures = 0
        if (event.id) lastEventId = event.id
        hear(deps, event)
      })
      deps.onState(false)
      if (signal.aborted || ended === 'unauthorized') return
      failures = ended === 'expiring' ? 0 : failures + 1
      if (failures > 0) await deps.wait(pauseAfter(failures, deps.random()), signal)
    }
  }

  return {
    start() {
      if (running) return
      running = new AbortController()
      void run(running.signal)
    },
    stop() {
      running?.abort()
      running = null
      deps.onState(false)
    },
  }
}

/** Doubling pauses with full jitter, so that a restarted server is not met by everyone at once. */
const pauseAfter = (failures: number, random: number): number =>
  Math.max(250, random * Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures, 10)))

type Ended = 'expiring' | 'broken' | 'unauthorized'

async function connect(
  deps: LiveDeps,
  lastEventId: string,
  outer: AbortSignal,
  onEvent: (event: StreamEvent) => void,
): Promise<Ended> {
  const mine = new AbortController()
  const signal = AbortSignal.any([outer, mine.signal])
  try {
    const { accessToken, expiresAt } = await deps.token()
    const response = await deps.fetch(deps.apiUrl() + stream.path, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${accessToken}`,
        ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
        ...deps.moreHeaders?.(),
      },
      cache: 'no-store',
      signal,
    })
    if (response.status === 401) {
      deps.onUnauthorized()
      return 'unauthorized'
    }
    if (!response.ok || !response.body) return 'broken'
    deps.onState(true)
    return await listen(deps, response.body, expiresAt, onEvent, signal)
  } catch {
    return 'broken'
  } finally {
    mine.abort()
  }
}

async function listen(
  deps: LiveDeps,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  expiresAt: number,
  onEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<Ended> {
  const parse = createEventParser(onEvent)
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  const life = deps
    .wait(Math.max(shortestLifeMs, expiresAt - deps.now() - beforeExpiryMs), signal)
    .then(() => 'expiring' as const)
  for (;;) {
    const quiet = new AbortController()
    const silence = deps.wait(silenceMs, AbortSignal.any([signal, quiet.signal])).then(() => 'broken' as const)
    const next = await Promise.race([reader.read(), life, silence])
    quiet.abort()
    if (next === 'expiring' || next === 'broken') return next
    if (next.done) return 'broken'
    parse(next.value)
  }
}

function hear(deps: LiveDeps, { event, data }: StreamEvent): void {
  if (event === 'reset') return deps.onReset()
  if (event === 'rights_changed') return deps.onRightsChanged()
  if (event !== 'changes') return
  const changes = changesIn(data)
  // A change that this build does not know yet: better ask for everything than show the past.
  if (changes) deps.onChanges(changes)
  else deps.onReset()
}

/** Undefined where one of them is not understood. */
function changesIn(data: string): Change[] | undefined {
  const changes = readAs(ChangesData, parsed(data))?.changes.map((change) => readAs(Change, change))
  return changes?.every((change) => change !== undefined) ? changes : undefined
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}
