import { certain, isOneOf } from '@wheelhouse/contract/certain.ts'
import { readMessage } from '@wheelhouse/device-protocol/messages.ts'
import type { Message, MessageKind } from '@wheelhouse/device-protocol/messages.ts'
import { parseTopic } from '@wheelhouse/device-protocol/topics.ts'
import type { IdLength, Topic } from '@wheelhouse/device-protocol/topics.ts'
import { takeAnswer } from '../features/commands/command-results.ts'
import type { Taken } from '../features/commands/command-results.ts'
import { withJournal, openJournal } from '../journal/journal.ts'
import type { Db } from '../platform/context.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import { applyAnswer } from './command-effects.ts'
import { applyStatus } from './controller-status.ts'
import type { Counting, DropReason } from './counts.ts'
import { retryUntilStored } from './retry-until-stored.ts'
import { applyDeviceEvent, applyDeviceEvents, speaksFor } from './device-events.ts'
import type { Applied, ArrivedEvent, Sender } from './device-events.ts'
import type { Heartbeats } from './heartbeats.ts'
import { openBatches } from './flow/batches.ts'
import { openLanes } from './flow/lanes.ts'
import type { HistoryPace } from './flow/history-pace.ts'
import type { Receivers } from './links.ts'
import type { Positions } from './positions.ts'

export interface InboxDeps {
  db: Db
  clock: Clock
  config: Config
  log: Log
  counting: Counting
  idLength: IdLength
  heartbeats: Heartbeats
  positions: Positions
  historyPace: HistoryPace
}

/** A message as received. */
interface Arrival {
  topic: string
  payload: Buffer
}

// Together they take less than half of the connections to the database.
const eventBatchesAtOnce = 2
const answersAtOnce = 2
const eventsOfBatch = 100
const eventsOfController = 20

/** A message that was read, and its promise to the broker. */
interface Waiting {
  arrival: Arrival
  reading: Reading
  isWanted: () => boolean
  /** True: it may be acknowledged. */
  done(isTaken: boolean): void
}

/**
 * Reads, counts and applies device messages. An unreadable message is dropped and never stops the others. Messages of
 * one controller are applied in order; one controller does not wait for another. Events are applied in batches, which
 * grow with the load.
 */
export function openInbox(deps: InboxDeps): Receivers {
  const answers = openLanes(answersAtOnce)
  const events = openBatches<Waiting>({
    atOnce: eventBatchesAtOnce,
    itemsAtMost: eventsOfBatch,
    ofKeyAtMost: eventsOfController,
    placeOf: ({ reading }) => placeOf(reading),
    work: (batch) => takeBatch(deps, batch),
  })
  return {
    reliable: (topic, payload, isWanted) =>
      new Promise((done) => {
        const arrival = { topic, payload }
        const reading = readReliable(deps, parseTopic(topic, deps.idLength), arrival)
        if (!reading) return done(true)
        const waiting = { arrival, reading, isWanted, done }
        const key = topic.split('/')[1] ?? ''
        if (reading.kind === 'answer') answers.add(key, () => takeAlone(deps, waiting))
        else events.add(key, waiting)
      }),
    heartbeat: (topic, payload) => takeHeartbeat(deps, { topic, payload }),
  }
}

/** Changes who is known, so that nothing else may begin with what was known before. */
function placeOf(reading: Reading): string | null {
  if (reading.kind !== 'event' || reading.arrived.event.type === 'boot') return null
  return reading.arrived.sender.hardware_id
}

async function takeBatch(deps: InboxDeps, batch: readonly Waiting[]): Promise<void> {
  const events = batch.flatMap((one) => (one.reading.kind === 'event' ? [one.reading.arrived] : []))
  const isTaken = events.length > 1 && batch.every(({ isWanted }) => isWanted()) && (await takeTogether())
  // One that cannot be stored must not keep the others from it.
  if (!isTaken) for (const one of batch) await takeAlone(deps, one)

  async function takeTogether(): Promise<boolean> {
    try {
      const results = await applyDeviceEvents(deps, events, deps.clock.now(), deps.historyPace)
      for (const [nth, { arrival, done }] of batch.entries()) {
        tally(deps, certain(results[nth]), arrival)
        done(true)
      }
      return true
    } catch (error) {
      deps.log.debug({ err: error }, 'a batch of device events is applied one by one')
      return false
    }
  }
}

async function takeAlone(deps: InboxDeps, { arrival, reading, isWanted, done }: Waiting): Promise<void> {
  if (!isWanted()) return done(false)
  const work = workOf(deps, reading)
  const { counts } = deps.counting
  const onWait = (error: unknown): void => {
    if (counts.waits_for_database++ % 20 === 0)
      deps.log.warn({ err: error }, 'a device message is waiting for the database')
  }
  const { outcome, error } = await retryUntilStored(async () => tally(deps, await work(), arrival), {
    isWanted,
    onWait,
  })
  if (outcome === 'unstorable') refuse(deps, 'dropped_unstorable', arrival, String(error))
  done(outcome !== 'given_up')
}

function takeHeartbeat(deps: InboxDeps, arrival: Arrival): void {
  const topic = parseTopic(arrival.topic, deps.idLength)
  if (topic?.kind !== 'heartbeat') return refuse(deps, 'dropped_unknown_topic', arrival)
  const heartbeat = read(deps, 'heartbeat', arrival)
  if (!heartbeat) return
  deps.counting.counts.heartbeats++
  deps.heartbeats.add(topic.controller_id, topic.hardware_id, heartbeat)
  deps.positions.add(topic.controller_id, topic.hardware_id, heartbeat)
}

type Result = Applied | Taken | 'same'

/** What a message says, for the transaction that applies it. */
type Reading =
  | { kind: 'status'; controller_id: string; status: Message<'status'> }
  | { kind: 'event'; arrived: ArrivedEvent }
  | { kind: 'answer'; sender: Sender; answer: Message<'response'> }

/** Null when there is nothing to apply. */
function readReliable(deps: InboxDeps, topic: Topic | null, arrival: Arrival): Reading | null {
  const { counts } = deps.counting
  if (topic?.kind === 'status') {
    const status = read(deps, 'status', arrival)
    if (status) counts.statuses++
    return status && { kind: 'status', controller_id: topic.controller_id, status }
  }
  if (topic?.kind === 'event') {
    const event = read(deps, 'event', arrival)
    if (event) counts.events++
    return event && { kind: 'event', arrived: { sender: topic, event } }
  }
  if (topic?.kind === 'response') {
    const answer = read(deps, 'response', arrival)
    if (answer) counts.answers++
    return answer && { kind: 'answer', sender: topic, answer }
  }
  refuse(deps, 'dropped_unknown_topic', arrival)
  return null
}

/** The work that a message requires, to be done in one transaction. */
function workOf(deps: InboxDeps, reading: Reading): () => Promise<Result> {
  if (reading.kind === 'status')
    return () => applyStatus(deps.db, reading.controller_id, reading.status, deps.clock.now())
  if (reading.kind === 'answer') return () => applyResponse(deps, reading.sender, reading.answer)
  const { sender, event } = reading.arrived
  return () => applyDeviceEvent(deps, sender, event, deps.clock.now(), deps.historyPace)
}

function applyResponse(deps: InboxDeps, sender: Sender, answer: Message<'response'>): Promise<Result> {
  const journal = openJournal(deps.clock.now())
  return withJournal(deps.db, journal, async (tx): Promise<Result> => {
    const hardware = await speaksFor(tx, sender)
    return typeof hardware === 'string'
      ? hardware
      : takeAnswer(tx, journal, hardware, answer, (...answered) => applyAnswer(deps, ...answered))
  })
}

function tally(deps: InboxDeps, result: Result, arrival: Arrival): void {
  const { counts } = deps.counting
  if (result === 'duplicate') counts.duplicate_events++
  if (result === 'late') counts.late_events++
  if (result === 'thinned') counts.thinned_events++
  if (result === 'repeated') counts.repeated_answers++
  if (result === 'late_answer') counts.late_answers++
  if (result === 'announced') counts.newcomers++
  if (result === 'unknown_command') refuse(deps, 'dropped_unknown_command', arrival)
  if (isRefusal(result)) refuse(deps, `dropped_${result}`, arrival)
}

const refusals = ['seq_leap', 'unknown_hardware', 'foreign_hardware', 'intake_full'] as const
const isRefusal = (result: Result): result is (typeof refusals)[number] => isOneOf(refusals, result)

// PostgreSQL stores NUL and unpaired surrogates neither as text nor as JSON; JSON.stringify writes them as these
// escapes.
const unstorable = /\\u0000|\\ud[89a-f]/i

function read<K extends MessageKind>(deps: InboxDeps, kind: K, arrival: Arrival): Message<K> | null {
  const result = readMessage(kind, arrival.payload)
  if (result.ok && !unstorable.test(JSON.stringify(result.message))) return result.message
  if (result.ok) refuse(deps, 'dropped_malformed', arrival, 'text that cannot be stored')
  else refuse(deps, `dropped_${result.refusal}`, arrival, result.detail)
  return null
}

function refuse(deps: InboxDeps, reason: DropReason, { topic }: Arrival, detail?: string): void {
  const hardware_id = topic.split('/')[2]?.slice(0, 32)
  deps.counting.drop(reason, { topic, hardware_id, detail })
}
