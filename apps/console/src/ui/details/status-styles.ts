import {
  IconAlertCircle,
  IconAlertOctagon,
  IconAlertTriangle,
  IconArchive,
  IconBan,
  IconBuildingWarehouse,
  IconCalendarOff,
  IconCheck,
  IconChecks,
  IconChevronDown,
  IconChevronsUp,
  IconChevronUp,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleDashedCheck,
  IconCircleMinus,
  IconClock,
  IconClockX,
  IconFlag,
  IconHandStop,
  IconHelpCircle,
  IconHourglassOff,
  IconMapPinQuestion,
  IconPlayerPause,
  IconPlayerPlay,
  IconPower,
  IconPresentation,
  IconProgress,
  IconQrcode,
  IconReceiptRefund,
  IconRefresh,
  IconRoute,
  IconScooter,
  IconTool,
  IconTrash,
  IconTruckDelivery,
  IconUserCheck,
  IconWifiOff,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import type { DockBubbleKind, HealthKind, HeartbeatKind } from './glyphs.tsx'

export type Tone = 'accent' | 'green' | 'amber' | 'orange' | 'red' | 'violet' | 'dim' | 'text2' | 'text'

/** Exactly one picture a value: a Tabler icon, an own glyph or the spinner. `plain` keeps colour to the picture. */
export type StatusLook = {
  word: string
  tone: Tone
  icon?: TablerIcon
  dock?: DockBubbleKind
  health?: HealthKind
  heartbeat?: HeartbeatKind
  plain?: true
  struck?: true
}

const icon = (picture: TablerIcon, tone: Tone, word: string): StatusLook => ({ icon: picture, tone, word })
const quiet = (picture: TablerIcon, tone: Tone, word: string): StatusLook => ({
  icon: picture,
  tone,
  word,
  plain: true,
})
const dock = (kind: DockBubbleKind, tone: Tone, word: string): StatusLook => ({ dock: kind, tone, word })

const payment = {
  not_charged: icon(IconCircleMinus, 'dim', 'Not charged'),
  pending: icon(IconClock, 'accent', 'Pending'),
  paid: quiet(IconCheck, 'green', 'Paid'),
  approved: quiet(IconChecks, 'green', 'Approved'),
  needs_approval: icon(IconHandStop, 'violet', 'Needs approval'),
  cancelled: icon(IconBan, 'dim', 'Cancelled'),
  failed: icon(IconAlertTriangle, 'red', 'Failed'),
  refunded: quiet(IconReceiptRefund, 'text2', 'Refunded'),
  refund_failed: icon(IconReceiptRefund, 'red', 'Refund failed'),
} as const

/** One shape, one meaning, on every screen: the tables of the status vocabulary. Violet: a person must decide, or not yet in service. */
export const statusStyles = {
  location_status: {
    in_house: icon(IconBuildingWarehouse, 'dim', 'In house'),
    in_delivery: icon(IconTruckDelivery, 'violet', 'In delivery'),
    demo: icon(IconPresentation, 'violet', 'Demo'),
    installed: icon(IconCircleDashedCheck, 'accent', 'Installed'),
    launched: quiet(IconCircleCheck, 'green', 'Launched'),
    launched_offline: icon(IconWifiOff, 'orange', 'Launched offline'),
    maintenance: icon(IconTool, 'amber', 'Maintenance'),
    obsolete: { ...icon(IconArchive, 'dim', 'Obsolete'), struck: true },
  },
  health: {
    online: { health: 'online', tone: 'green', word: 'Online', plain: true },
    some_offline: { health: 'some_offline', tone: 'amber', word: 'Some offline' },
    offline: { health: 'offline', tone: 'red', word: 'Offline' },
    unknown: { health: 'unknown', tone: 'dim', word: 'Unknown' },
  },
  heartbeat: {
    healthy: { heartbeat: 'healthy', tone: 'green', word: 'Healthy', plain: true },
    late: { heartbeat: 'late', tone: 'amber', word: 'Late' },
    offline: { heartbeat: 'offline', tone: 'red', word: 'Offline' },
    long_offline: { heartbeat: 'long_offline', tone: 'red', word: 'Long offline' },
    no_data: { heartbeat: 'no_data', tone: 'dim', word: 'No data' },
  },
  dock_bubble: {
    free: dock('free', 'text2', 'Free'),
    booked: dock('booked', 'text2', 'Booked'),
    occupied: dock('occupied', 'text2', 'Occupied'),
    over_24: dock('over_24', 'text2', '24 h+'),
    over_72: dock('over_72', 'text2', '72 h+'),
    fault: dock('fault', 'text2', 'Fault'),
    no_contact: dock('no_contact', 'text2', 'No contact'),
    moving: dock('moving', 'accent', 'Moving'),
  },
  dock_state: {
    unlocked: dock('free', 'text', 'Free'),
    booked: dock('booked', 'text', 'Booked'),
    allocated: dock('booked', 'text', 'Allocated'),
    locking: dock('moving', 'accent', 'Locking'),
    locked: dock('occupied', 'text', 'Locked'),
    unlocking: dock('moving', 'accent', 'Unlocking'),
    fault: dock('fault', 'red', 'Fault'),
    unknown: dock('no_contact', 'dim', 'Unknown'),
  },
  pending: {
    qr_update_pending: icon(IconQrcode, 'amber', 'QR update pending'),
    delete_pending: icon(IconTrash, 'red', 'Delete pending'),
  },
  command: {
    in_progress: dock('moving', 'accent', 'In progress'),
    success: quiet(IconCheck, 'green', 'Success'),
    failed: icon(IconX, 'red', 'Failed'),
    unhandled: icon(IconHelpCircle, 'amber', 'Unhandled'),
    hardware_timeout: icon(IconHourglassOff, 'orange', 'Hardware timeout'),
    console_timeout: icon(IconClockX, 'orange', 'Console timeout'),
  },
  feed: {
    valid: quiet(IconCircleCheck, 'green', 'Valid'),
    faulty: icon(IconAlertTriangle, 'red', 'Not valid'),
    unchecked: icon(IconCircleDashed, 'dim', 'Not checked yet'),
  },
  feedback: {
    new: icon(IconFlag, 'violet', 'New'),
    in_progress: icon(IconProgress, 'accent', 'In progress'),
    answered: quiet(IconCheck, 'green', 'Answered'),
    closed: quiet(IconArchive, 'dim', 'Closed'),
  },
  payment,
  subscriber: {
    pending: payment.pending,
    paid_ok: payment.paid,
    payment_failed: { ...payment.failed, word: 'Payment failed' },
    payment_needs_approval: payment.needs_approval,
    cancelled: payment.cancelled,
    expired: icon(IconCalendarOff, 'red', 'Expired'),
    not_available: icon(IconCircleMinus, 'dim', 'Not available'),
  },
  rental_device: {
    available: quiet(IconScooter, 'green', 'Available'),
    reserved: icon(IconClock, 'accent', 'Reserved'),
    on_trip: icon(IconRoute, 'accent', 'On trip'),
    maintenance: icon(IconTool, 'amber', 'Maintenance'),
    deactivated: icon(IconPower, 'dim', 'Deactivated'),
    missing: icon(IconMapPinQuestion, 'red', 'Missing'),
    unknown: dock('no_contact', 'dim', 'Unknown'),
  },
  maintenance: {
    new: icon(IconCircleDashed, 'dim', 'New'),
    assigned: icon(IconUserCheck, 'text2', 'Assigned'),
    in_progress: icon(IconProgress, 'accent', 'In progress'),
    blocked: icon(IconHandStop, 'violet', 'Blocked'),
    resolved: quiet(IconCheck, 'green', 'Resolved'),
    verified: quiet(IconChecks, 'green', 'Verified'),
    cancelled: icon(IconBan, 'dim', 'Cancelled'),
  },
  priority: {
    critical: icon(IconAlertOctagon, 'red', 'Critical'),
    high: icon(IconChevronsUp, 'orange', 'High'),
    medium: icon(IconChevronUp, 'text2', 'Medium'),
    low: icon(IconChevronDown, 'dim', 'Low'),
  },
  overstay: {
    planned: icon(IconClock, 'text2', 'Planned'),
    pending: icon(IconProgress, 'accent', 'Under way'),
    idle: icon(IconCircleMinus, 'dim', 'No further step'),
    paused: icon(IconPlayerPause, 'dim', 'Paused'),
    closed: quiet(IconFlag, 'text2', 'Closed'),
  },
  session: {
    booked: icon(IconClock, 'accent', 'Booked'),
    active: icon(IconPlayerPlay, 'accent', 'Active'),
    ended: quiet(IconFlag, 'text2', 'Ended'),
  },
  report: {
    pending: icon(IconClock, 'text2', 'Pending'),
    running: icon(IconProgress, 'accent', 'Running'),
    ready: quiet(IconCheck, 'green', 'Ready'),
    failed: icon(IconAlertTriangle, 'red', 'Failed'),
    expired: icon(IconCalendarOff, 'dim', 'Expired'),
  },
  service_fee: {
    active: quiet(IconCheck, 'green', 'Active'),
    coming: icon(IconClock, 'accent', 'Upcoming'),
    ended: icon(IconFlag, 'dim', 'Ended'),
  },
  reminder: {
    active: quiet(IconCheck, 'green', 'Active'),
    disabled: icon(IconPlayerPause, 'dim', 'Disabled'),
  },
  push: {
    skipped: icon(IconCircleMinus, 'dim', 'Skipped'),
    sent: quiet(IconCheck, 'green', 'Sent'),
    no_push_tokens: icon(IconCircleDashed, 'dim', 'No Push Tokens'),
    publish_push_failed: icon(IconAlertTriangle, 'red', 'Publish Push Failed'),
    send_push_failed: icon(IconAlertTriangle, 'red', 'Send Push Failed'),
  },
  sim: {
    activated: quiet(IconCheck, 'green', 'Active'),
    suspended: icon(IconPlayerPause, 'amber', 'Suspended'),
    test_ready: icon(IconCircleDashed, 'dim', 'Test ready'),
    activation_ready: icon(IconCircleDashed, 'dim', 'Activation ready'),
    deactivated: icon(IconPower, 'dim', 'Deactivated'),
    retired: icon(IconArchive, 'dim', 'Retired'),
    unknown: dock('no_contact', 'dim', 'Unknown'),
  },
  sms: {
    waiting: icon(IconClock, 'accent', 'Waiting'),
    sending: dock('moving', 'accent', 'Sending'),
    sent: icon(IconProgress, 'accent', 'Sent'),
    delivered: quiet(IconCheck, 'green', 'Delivered'),
    failed: icon(IconAlertTriangle, 'red', 'Failed'),
    unknown: icon(IconHelpCircle, 'amber', 'Unknown'),
  },
  allowlist: {
    active: quiet(IconCheck, 'green', 'Active'),
    not_enabled: icon(IconPower, 'dim', 'Not enabled'),
  },
  intake: {
    waiting: icon(IconCircleDashed, 'violet', 'Waiting'),
    extended: icon(IconCircleDashedCheck, 'violet', 'Hardware added'),
    accepted: quiet(IconCircleCheck, 'green', 'Accepted'),
    refused: icon(IconCircleMinus, 'red', 'Refused'),
  },
  change_set: {
    planned: icon(IconCircleDashed, 'violet', 'Planned'),
    running: icon(IconProgress, 'accent', 'Running'),
    halted: icon(IconHandStop, 'red', 'Halted'),
    stopping: icon(IconProgress, 'amber', 'Stopping'),
    stopped: icon(IconPlayerPause, 'dim', 'Stopped'),
    completed: quiet(IconCircleCheck, 'green', 'Completed'),
    rolling_back: icon(IconRefresh, 'amber', 'Rolling back'),
    rolled_back: quiet(IconRefresh, 'text2', 'Rolled back'),
    discarded: icon(IconTrash, 'dim', 'Discarded'),
  },
  change_set_device: {
    waiting: icon(IconCircleDashed, 'dim', 'Waiting'),
    skipped: icon(IconCircleMinus, 'amber', 'Skipped'),
    sent: icon(IconProgress, 'accent', 'Sent'),
    checking: icon(IconProgress, 'accent', 'Checking health'),
    done: quiet(IconCircleCheck, 'green', 'Done'),
    failed: icon(IconAlertTriangle, 'red', 'Failed'),
    left_out: icon(IconCircleMinus, 'dim', 'Unchanged'),
    back_waiting: icon(IconClock, 'amber', 'Waiting for rollback'),
    back_under_way: icon(IconRefresh, 'accent', 'Rolling back'),
    back_done: quiet(IconRefresh, 'text2', 'Rolled back'),
    back_failed: icon(IconAlertOctagon, 'red', 'Rollback failed'),
  },
  subscription: {
    active: quiet(IconCheck, 'green', 'Active'),
    not_active: icon(IconPower, 'dim', 'Not active'),
  },
  lock_list: {
    in_sync: quiet(IconCheck, 'green', 'In sync'),
    pending: icon(IconRefresh, 'accent', 'Pending'),
    failed: icon(IconAlertTriangle, 'red', 'Failed'),
  },
  delivery: {
    pending: icon(IconClock, 'accent', 'Pending'),
    delivered: quiet(IconCheck, 'green', 'Delivered'),
    failed: icon(IconAlertTriangle, 'red', 'Failed'),
  },
  allowlist_entity: {
    active: quiet(IconCheck, 'green', 'Active'),
    pending_sync: icon(IconRefresh, 'accent', 'Pending sync'),
    sync_failed: icon(IconAlertTriangle, 'red', 'Sync failed'),
    expired: icon(IconCalendarOff, 'dim', 'Expired'),
    user_disabled: icon(IconBan, 'amber', 'This user is disabled'),
    no_key: icon(IconCircleMinus, 'amber', 'This user has no key yet'),
  },
  incident: {
    open: icon(IconAlertCircle, 'amber', 'Open'),
    confirmed: icon(IconAlertCircle, 'red', 'Confirmed'),
    cleared: quiet(IconCheck, 'green', 'Cleared'),
  },
} as const satisfies Record<string, Record<string, StatusLook>>

export type StatusFamily = keyof typeof statusStyles

/** A value that a newer server sends is shown as it is, dim and dashed, and never breaks a screen. */
export function lookOf(family: StatusFamily, value: string): StatusLook {
  const looks: Record<string, StatusLook> = statusStyles[family]
  return looks[value] ?? { dock: 'no_contact', tone: 'dim', word: value.replaceAll('_', ' ') }
}
