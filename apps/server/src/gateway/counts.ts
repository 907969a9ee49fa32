import type { Log } from '../platform/log.ts'

export const noGatewayCounts = () => ({
  is_holding: 0,
  heartbeats: 0,
  heartbeats_written: 0,
  heartbeats_waiting: 0,
  positions_written: 0,
  positions_waiting: 0,
  events: 0,
  duplicate_events: 0,
  late_events: 0,
  thinned_events: 0,
  statuses: 0,
  answers: 0,
  repeated_answers: 0,
  late_answers: 0,
  commands_sent: 0,
  commands_timed_out: 0,
  dropped_unknown_topic: 0,
  dropped_oversized: 0,
  dropped_not_json: 0,
  dropped_malformed: 0,
  newcomers: 0,
  dropped_intake_full: 0,
  dropped_unknown_hardware: 0,
  dropped_foreign_hardware: 0,
  dropped_seq_leap: 0,
  dropped_unknown_command: 0,
  dropped_overflow: 0,
  dropped_unstorable: 0,
  waits_for_database: 0,
})
export type GatewayCounts = ReturnType<typeof noGatewayCounts>
export type DropReason = Extract<keyof GatewayCounts, `dropped_${string}`>

export interface Dropped {
  topic: string
  hardware_id?: string | undefined
  detail?: string | undefined
}

export interface Counting {
  counts: GatewayCounts
  drop(reason: DropReason, dropped: Dropped, times?: number): void
}

const sampleEveryMs = 1_000
const textAtMost = 200

/**
 * Counts everything and logs a sample of the dropped messages, one line per second and reason, so that a flood cannot
 * fill the log.
 */
export function openCounts(log: Log): Counting {
  const counts = noGatewayCounts()
  const sampledAt = new Map<DropReason, number>()
  return {
    counts,
    drop(reason, { topic, hardware_id, detail }, times = 1) {
      counts[reason] += times
      if (Date.now() - (sampledAt.get(reason) ?? 0) < sampleEveryMs) return
      sampledAt.set(reason, Date.now())
      log.warn(
        {
          reason,
          hardware_id,
          topic: topic.slice(0, textAtMost),
          detail: detail?.slice(0, textAtMost),
          count: counts[reason],
        },
        'device message dropped',
      )
    },
  }
}
