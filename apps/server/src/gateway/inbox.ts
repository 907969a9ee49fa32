import { readMessage } from '@wheelhouse/device-protocol/messages.ts'
import type { Message, MessageKind } from '@wheelhouse/device-protocol/messages.ts'
import { parseTopic } from '@wheelhouse/device-protocol/topics.ts'
import type { IdLength, Topic } from '@wheelhouse/device-protocol/topics.ts'
import { takeAnswer } from '../features/commands/ends.ts'
import { journaled, openJournal } from '../features/events/journal.ts'
import type { Db } from '../http/context.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { applyStatus } from './controller-status.ts'
import type { Counting, DropReason } from './counts.ts'
import { untilStored } from './database-away.ts'
import { applyDeviceEvent, speaksFor } from './device-events.ts'
import type { Applied } from './device-events.ts'
import type { Heartbeats } from './heartbeats.ts'
import type { Receivers } from './links.ts'

export interface InboxDeps {
  db: Db
  clock: Clock
  log: Log
  counting: Counting
  idLength: IdLength
  heartbeats: Heartbeats
}

// What PostgreSQL takes neither as text nor in JSON: NUL and halves of surrogate pairs. JSON.stringify writes these as escapes.
const unstorable = /\\u0000|\\ud[89a-f]/i

/** Reads, counts and applies what devices say. What is not understood is dropped and never stops the rest. */
export function openInbox(deps: InboxDeps): Receivers {
  const { counts, drop } = deps.counting

  function read<K extends MessageKind>(kind: K, topic: string, payload: Buffer): Message<K> | null {
    const result = readMessage(kind, payload)
    if (!result.ok) return refuse(`dropped_${result.refusal}`, topic, result.detail)
    if (unstorable.test(JSON.stringify(result.message))) return refuse('dropped_malformed', topic, 'text that cannot be stored')
    return result.message
  }

  function refuse(reason: DropReason, topic: string, detail?: string): null {
    const hardware_id = topic.split('/')[2]?.slice(0, 32)
    drop(reason, { topic, hardware_id, detail })
    return null
  }

  async function reliable(topic: string, payload: Buffer, isWanted: () => boolean): Promise<boolean> {
    const parsed = parseTopic(topic, deps.idLength)
    const work = parsed && workOf(parsed, topic, payload)
    if (!parsed) refuse('dropped_unknown_topic', topic)
    if (!work) return true
    const { outcome, error } = await untilStored(work, { isWanted, onWait })
    if (outcome === 'unstorable') refuse('dropped_unstorable', topic, String(error))
    return outcome !== 'given_up'
  }

  function onWait(error: unknown): void {
    if (counts.waits_for_database++ % 20 === 0) deps.log.warn({ err: error }, 'a device message waits for the database')
  }

  function workOf(parsed: Topic, topic: string, payload: Buffer): (() => Promise<void>) | null {
    if (parsed.kind === 'status') return statusWork(parsed.controller_id, topic, payload)
    if (parsed.kind === 'event') return eventWork(parsed, topic, payload)
    if (parsed.kind === 'response') return answerWork(parsed, topic, payload)
    refuse('dropped_unknown_topic', topic)
    return null
  }

  function statusWork(controllerId: string, topic: string, payload: Buffer) {
    const status = read('status', topic, payload)
    if (!status) return null
    counts.statuses++
    return async () => tally(await applyStatus(deps.db, controllerId, status, deps.clock.now()), topic)
  }

  function eventWork(sender: Extract<Topic, { hardware_id: string }>, topic: string, payload: Buffer) {
    const event = read('event', topic, payload)
    if (!event) return null
    counts.events++
    return async () => tally(await applyDeviceEvent(deps.db, sender, event, deps.clock.now()), topic)
  }

  function answerWork(sender: Extract<Topic, { hardware_id: string }>, topic: string, payload: Buffer) {
    const answer = read('response', topic, payload)
    if (!answer) return null
    counts.answers++
    return async () => {
      const journal = openJournal(deps.clock.now())
      const taken = await journaled(deps.db, journal, async (tx) => {
        const hardware = await speaksFor(tx, sender)
        return typeof hardware === 'string' ? hardware : takeAnswer(tx, journal, hardware, answer)
      })
      tally(taken, topic)
    }
  }

  function tally(result: Applied | 'same' | Awaited<ReturnType<typeof takeAnswer>>, topic: string): void {
    if (result === 'duplicate') counts.duplicate_events++
    if (result === 'repeated') counts.repeated_answers++
    if (result === 'late') topic.endsWith('/response') ? counts.late_answers++ : counts.late_events++
    if (result === 'unknown') refuse('dropped_unknown_command', topic)
    if (result === 'seq_leap' || result === 'unknown_hardware' || result === 'foreign_hardware') refuse(`dropped_${result}`, topic)
  }

  function heartbeat(topic: string, payload: Buffer): void {
    const parsed = parseTopic(topic, deps.idLength)
    if (parsed?.kind !== 'heartbeat') return void refuse('dropped_unknown_topic', topic)
    const beat = read('heartbeat', topic, payload)
    if (!beat) return
    counts.heartbeats++
    deps.heartbeats.add(parsed.controller_id, parsed.hardware_id, beat)
  }

  return { reliable, heartbeat }
}
