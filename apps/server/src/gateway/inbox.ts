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
import { retryUntilStored } from './database-away.ts'
import { applyDeviceEvent, speaksFor } from './device-events.ts'
import type { Applied } from './device-events.ts'
import type { Heartbeats } from './heartbeats.ts'
import { openLanes } from './flow/lanes.ts'
import type { Lanes } from './flow/lanes.ts'
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
const eventsAtOnce = 3
const answersAtOnce = 2

/**
 * Reads, counts and applies device messages. An unreadable message is dropped and never stops the others. Messages of
 * one controller are applied in order; one controller does not wait for another.
 */
export function openInbox(deps: InboxDeps): Receivers {
  const [events, answers] = [openLanes(eventsAtOnce), openLanes(answersAtOnce)]
  return {
    reliable: (topic, payload, isWanted) =>
      inLane(topic.endsWith('/response') ? answers : events, topic.split('/')[1] ?? '', () =>
        isWanted() ? takeReliable(deps, { topic, payload }, isWanted) : Promise.resolve(false),
      ),
    heartbeat: (topic, payload) => takeHeartbeat(deps, { topic, payload }),
  }
}

const inLane = (lanes: Lanes, key: string, work: () => Promise<boolean>): Promise<boolean> =>
  new Promise((done, fail) => lanes.add(key, () => work().then(done, fail)))

async function takeReliable(deps: InboxDeps, arrival: Arrival, isWanted: () => boolean): Promise<boolean> {
  const work = workOf(deps, parseTopic(arrival.topic, deps.idLength), arrival)
  if (!work) return true
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
  return outcome !== 'given_up'
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
type Work = () => Promise<Result>

/** The work that a message requires, to be done in one transaction; null when there is none. */
function workOf(deps: InboxDeps, topic: Topic | null, arrival: Arrival): Work | null {
  if (topic?.kind === 'status') return statusWork(deps, topic.controller_id, arrival)
  if (topic?.kind === 'event') return eventWork(deps, topic, arrival)
  if (topic?.kind === 'response') return answerWork(deps, topic, arrival)
  refuse(deps, 'dropped_unknown_topic', arrival)
  return null
}

type FromHardware = Extract<Topic, { hardware_id: string }>

function statusWork(deps: InboxDeps, controllerId: string, arrival: Arrival): Work | null {
  const status = read(deps, 'status', arrival)
  if (!status) return null
  deps.counting.counts.statuses++
  return () => applyStatus(deps.db, controllerId, status, deps.clock.now())
}

function eventWork(deps: InboxDeps, sender: FromHardware, arrival: Arrival): Work | null {
  const event = read(deps, 'event', arrival)
  if (!event) return null
  deps.counting.counts.events++
  return () => applyDeviceEvent(deps, sender, event, deps.clock.now(), deps.historyPace)
}

function answerWork(deps: InboxDeps, sender: FromHardware, arrival: Arrival): Work | null {
  const answer = read(deps, 'response', arrival)
  if (!answer) return null
  deps.counting.counts.answers++
  return () => {
    const journal = openJournal(deps.clock.now())
    return withJournal(deps.db, journal, async (tx): Promise<Result> => {
      const hardware = await speaksFor(tx, sender)
      return typeof hardware === 'string'
        ? hardware
        : takeAnswer(tx, journal, hardware, answer, (...answered) => applyAnswer(deps, ...answered))
    })
  }
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
const isRefusal = (result: Result): result is (typeof refusals)[number] =>
  (refusals as readonly string[]).includes(result)

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
