import { traceConditions, traceFindings } from '@wheelhouse/contract/support/access-trace.ts'
import type { MendTarget, TraceCondition, TraceFinding, TraceStep } from '@wheelhouse/contract/support/access-trace.ts'
import type { DeviceFacts, ListFacts, PaymentFacts, TracedKey, TracedUser } from './trace-facts.ts'

/** Everything that the trace knows. The rules below read nothing else, so that one row of a test is one set of facts. */
export interface TraceFacts {
  user: TracedUser | null
  key: TracedKey | null
  device: DeviceFacts
  lists: ListFacts
  /** Null: the reader may not see payments. */
  payments: PaymentFacts | null
}

interface Found {
  finding: TraceFinding
  detail?: string
  changed_at?: string | null
  mend?: MendTarget | null
}

type Rule = (facts: TraceFacts) => Found

/** The lock confirmed a list and obeys it; one that was only sent is not obeyed yet. */
const obeysList = ({ device, lists }: TraceFacts): boolean => {
  if (device.sync === null || device.sync.confirmed_version === 0) return false
  return lists.is_restricted || device.sync.state !== 'in_sync'
}

const account: Rule = (facts) => {
  const { user } = facts
  if (user === null) return { finding: 'account_hidden' }
  const mend: MendTarget = { type: 'user', id: user.id }
  if (user.deleted_at !== null) return { finding: 'account_deleted', changed_at: user.deleted_at, mend }
  if (user.disabled_at === null) return { finding: 'account_active', changed_at: user.created_at }
  const finding = obeysList(facts) ? 'account_disabled' : 'account_disabled_open_lock'
  return { finding, changed_at: user.disabled_at, mend }
}

const key: Rule = (facts) => {
  const { key: traced, user, lists } = facts
  if (traced === null) return { finding: 'key_none', mend: user && { type: 'access_keys', id: user.id } }
  if (traced.user_id !== null) return { finding: 'key_known', detail: traced.type, changed_at: traced.created_at }
  if (lists.is_admitted) return { finding: 'key_unknown_listed', detail: traced.type }
  return { finding: obeysList(facts) ? 'key_unknown' : 'key_unknown_open_lock', detail: traced.type }
}

const isCard = (traced: TracedKey | null): boolean => traced?.type === 'rfid' || traced?.type === 'nfc'

const keyFormat: Rule = ({ key: traced, device }) => {
  const { config, hardware_id } = device
  const mend: MendTarget | null = hardware_id === null ? null : { type: 'hardware', id: hardware_id }
  if (traced?.is_reversed === true) return { finding: 'format_reversed', changed_at: config?.read_at ?? null, mend }
  if (!isCard(traced)) return { finding: 'format_unasked' }
  if (config === null) return { finding: 'format_unread', mend }
  const changed_at = config.read_at
  if (config.is_reader_on === false) return { finding: 'reader_off', changed_at, mend }
  return config.byte_order === 'lsb'
    ? { finding: 'format_reversed', changed_at, mend }
    : { finding: 'format_plain', changed_at }
}

const listMend = (list: { id: string; is_visible: boolean } | null): MendTarget | null =>
  list?.is_visible === true ? { type: 'allowlist', id: list.id } : null
const nameOf = (list: { name: string; is_visible: boolean } | null): string =>
  list?.is_visible === true ? list.name : ''

const allowlist: Rule = (facts) => {
  const { lists } = facts
  if (!lists.is_restricted) return { finding: 'list_none' }
  const { entry, list } = lists
  const own = entry && { id: entry.allowlist_id, name: entry.name, is_visible: entry.is_visible }
  const ofEntry = { detail: nameOf(own), mend: listMend(own), changed_at: entry?.content_at ?? null }
  if (lists.is_admitted) return { finding: 'list_entry', ...ofEntry }
  if (entry?.is_expired === true) return { finding: 'list_expired', ...ofEntry, changed_at: entry.expires_at }
  if (entry?.sync === 'keys_only' && facts.key?.type === 'app') return { finding: 'list_keys_only', ...ofEntry }
  const missing = { detail: nameOf(list), mend: listMend(list), changed_at: list?.updated_at ?? null }
  return { finding: obeysList(facts) ? 'list_missing' : 'list_not_there_yet', ...missing }
}

/** The lock has what the entry says, or an older list that does not name it yet. */
const allowlistSync: Rule = (facts) => {
  const { device, lists } = facts
  const { sync, hardware_id } = device
  const mend: MendTarget | null = hardware_id === null ? null : { type: 'hardware', id: hardware_id }
  if (sync === null) return lists.is_restricted ? { finding: 'sync_behind', mend } : { finding: 'sync_none' }
  if (sync.state === 'in_sync')
    return { finding: lists.is_restricted ? 'sync_done' : 'sync_none', changed_at: sync.confirmed_at }
  const told = { detail: sync.failure ?? '', changed_at: sync.content_at, mend }
  if (!obeysList(facts) || hasEntryAlready(facts)) return { finding: 'sync_behind', ...told }
  return { finding: sync.state === 'failed' ? 'sync_failed' : 'sync_pending', ...told }
}

const hasEntryAlready = ({ device, lists }: TraceFacts): boolean => {
  const confirmed = device.sync?.confirmed_content_at ?? null
  if (!lists.is_restricted || confirmed === null) return false
  return lists.entry === null || confirmed >= lists.entry.content_at
}

const payment: Rule = ({ user, payments }) => {
  if (payments === null) return { finding: 'payments_hidden' }
  if (user === null) return { finding: 'payments_unasked' }
  if (payments.open === 0) return { finding: 'payments_settled' }
  const { open, changed_at } = payments
  return { finding: 'payments_open', detail: String(open), changed_at, mend: { type: 'payments', id: user.id } }
}

const sessionMend = ({ session }: DeviceFacts): MendTarget | null =>
  session?.is_visible === true ? { type: 'session', id: session.id } : null

/** A place for one bike. A door lets many in; who may pass is a matter of its list. */
const capacity: Rule = ({ device, key: traced, user }) => {
  const { dock_state, dock_state_since, session, type } = device
  if (type === 'door' || dock_state === 'booked') return { finding: 'capacity_unasked' }
  const changed_at = dock_state_since
  if (dock_state === 'unlocked') return { finding: 'capacity_free', changed_at }
  if (dock_state !== 'locked') return { finding: 'capacity_unasked', changed_at }
  const mend = sessionMend(device)
  if (session?.access_key_id != null && session.access_key_id === traced?.id)
    return { finding: 'capacity_own', changed_at: session.started_at, mend }
  const isOwn = user !== null && session !== null && device.session_user_id === user.id
  return { finding: isOwn ? 'capacity_other_key' : 'capacity_taken', changed_at, mend }
}

const openStatuses = ['launched', 'launched_offline']

const location: Rule = ({ device, key: traced }) => {
  const { location_id: id, location_status, location_status_at: changed_at } = device
  const mend: MendTarget = { type: 'location', id }
  if (!openStatuses.includes(location_status))
    return { finding: 'location_status', detail: location_status, changed_at, mend }
  if (isCard(traced) && !device.has_rfid_parking) return { finding: 'location_no_cards', mend }
  if (traced?.type === 'app' && !device.has_app_parking) return { finding: 'location_no_app', mend }
  return { finding: 'location_open', detail: location_status, changed_at }
}

const stateFindings: Partial<Record<string, TraceFinding>> = {
  fault: 'device_fault',
  unknown: 'device_unknown',
  locking: 'device_moving',
  unlocking: 'device_moving',
  allocated: 'device_moving',
}

const device: Rule = ({ device: { id, hardware_id, dock_state, dock_state_since, hardware_assigned_at } }) => {
  const mend: MendTarget = { type: 'device', id }
  if (hardware_id === null) return { finding: 'device_no_hardware', changed_at: hardware_assigned_at, mend }
  const finding = stateFindings[dock_state]
  const told = { detail: dock_state, changed_at: dock_state_since }
  return finding === undefined ? { finding: 'device_ready', ...told } : { finding, ...told, mend }
}

const contactFindings: Partial<Record<string, TraceFinding>> = { healthy: 'contact_fresh', late: 'contact_late' }

const contact: Rule = ({ device: { hardware_id, health, contact_at } }) => {
  if (hardware_id === null) return { finding: 'contact_unasked' }
  const finding = contactFindings[health] ?? 'contact_lost'
  const mend: MendTarget | null = finding === 'contact_fresh' ? null : { type: 'hardware', id: hardware_id }
  return { finding, detail: health, changed_at: contact_at, mend }
}

const booking: Rule = ({ device, key: traced }) => {
  const { dock_state, session } = device
  if (dock_state !== 'booked') return { finding: 'booking_none' }
  const told = { changed_at: session?.started_at ?? device.dock_state_since, mend: sessionMend(device) }
  const holder = session?.access_key_id ?? null
  if (holder === null) return { finding: 'booking_unnamed', ...told }
  return { finding: holder === traced?.id ? 'booking_own' : 'booking_other', ...told }
}

/** Alarms with which a lock does not turn. */
const blocking = ['lock_jam', 'power_lost', 'interim_state_timeout']

const alarm: Rule = ({ device: { alarms, hardware_id } }) => {
  const worst = alarms.find(({ reason }) => blocking.includes(reason)) ?? alarms[0]
  if (worst === undefined) return { finding: 'alarm_none' }
  const finding = blocking.includes(worst.reason) ? 'alarm_blocks' : 'alarm_open'
  const mend: MendTarget | null = hardware_id === null ? null : { type: 'hardware', id: hardware_id }
  return { finding, detail: worst.reason, changed_at: worst.raised_at, mend }
}

/** A condition more is a line here and one in the contract; the order is that of the contract. */
const rules: Record<TraceCondition, Rule> = {
  account,
  key,
  key_format: keyFormat,
  allowlist,
  allowlist_sync: allowlistSync,
  payment,
  capacity,
  location,
  device,
  contact,
  booking,
  alarm,
}

export interface Traced {
  opens: boolean
  cause: TraceFinding | null
  steps: TraceStep[]
}

/** Why this key opens this lock, or does not. Pure: the same facts have the same answer in history and on every screen. */
export function trace(facts: TraceFacts): Traced {
  const steps = traceConditions.map((condition): TraceStep => {
    const { finding, detail = '', changed_at = null, mend = null } = rules[condition](facts)
    return { condition, finding, outcome: traceFindings[finding].outcome, detail, changed_at, mend }
  })
  const cause = steps.find(({ outcome }) => outcome === 'fails')?.finding ?? null
  return { opens: cause === null, cause, steps }
}
