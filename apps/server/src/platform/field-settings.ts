import * as z from 'zod'
import { days, factor, seconds } from './setting-kinds.ts'

/** Settings of how the services judge what the hardware in the field reports. */
export const fieldSettings = {
  /** Heartbeat thresholds, as multiples of the expected interval and in seconds (values: thresholds). */
  HEARTBEAT_LATE_FACTOR: factor(3),
  HEARTBEAT_OFFLINE_FACTOR: factor(10),
  HEARTBEAT_OFFLINE_FLOOR_S: seconds(600),
  HEARTBEAT_LONG_OFFLINE_S: seconds(86_400),
  COMMAND_TIMEOUT_S: seconds(30),
  /** Beyond its wake interval a sleeping device gets so long to answer. */
  COMMAND_AFTER_WAKE_S: seconds(60),
  /** How long a lock may stay between two states before that is an alarm. */
  INTERIM_ALARM_S: seconds(60),
  /** How long heartbeat history is kept: in five minutes, in hours, in days. */
  HISTORY_FIVE_MINUTES_DAYS: days(7),
  HISTORY_HOURS_DAYS: days(90),
  HISTORY_DAYS_DAYS: days(731),
  /** How long events are kept, whole months (values: audit and event range). */
  EVENT_DAYS: days(731),
  /** How long the positions of rental devices are kept. They show how people move, so no longer than needed. */
  RENTAL_TRACK_DAYS: days(30),
  /** When an outage is confirmed, how often it is announced again, and how long contact must hold until it is over. */
  OUTAGE_CONFIRM_S: seconds(7_200),
  OUTAGE_REPEAT_S: seconds(86_400),
  OUTAGE_HOLD_S: seconds(900),
  OUTAGE_SWEEP_S: seconds(30),
  /** A device with a pending deletion is deleted without its hardware's confirmation after this time. */
  DEVICE_DELETION_HOURS: z.coerce.number().positive().default(24),
}
type FieldSettings = z.output<z.ZodObject<typeof fieldSettings>>

export interface FieldConfig {
  heartbeat: { late_factor: number; offline_factor: number; offline_floor_s: number; long_offline_s: number }
  history_days: { five_minutes: number; hours: number; days: number; rental_positions: number }
  event_days: number
  outages: { confirm_s: number; repeat_s: number; hold_s: number; sweep_s: number }
  command_timeout_s: number
  command_after_wake_s: number
  interim_alarm_s: number
  device_deletion_hours: number
}

/** How contact with the field is judged, and how long what it reports is kept. */
export const fieldOf = (s: FieldSettings): FieldConfig => ({
  heartbeat: {
    late_factor: s.HEARTBEAT_LATE_FACTOR,
    offline_factor: s.HEARTBEAT_OFFLINE_FACTOR,
    offline_floor_s: s.HEARTBEAT_OFFLINE_FLOOR_S,
    long_offline_s: s.HEARTBEAT_LONG_OFFLINE_S,
  },
  history_days: {
    five_minutes: s.HISTORY_FIVE_MINUTES_DAYS,
    hours: s.HISTORY_HOURS_DAYS,
    days: s.HISTORY_DAYS_DAYS,
    rental_positions: s.RENTAL_TRACK_DAYS,
  },
  event_days: s.EVENT_DAYS,
  outages: {
    confirm_s: s.OUTAGE_CONFIRM_S,
    repeat_s: s.OUTAGE_REPEAT_S,
    hold_s: s.OUTAGE_HOLD_S,
    sweep_s: s.OUTAGE_SWEEP_S,
  },
  command_timeout_s: s.COMMAND_TIMEOUT_S,
  command_after_wake_s: s.COMMAND_AFTER_WAKE_S,
  interim_alarm_s: s.INTERIM_ALARM_S,
  device_deletion_hours: s.DEVICE_DELETION_HOURS,
})
