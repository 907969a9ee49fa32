import {
  IconBell,
  IconBellOff,
  IconCalendarEvent,
  IconCalendarX,
  IconCamera,
  IconCheck,
  IconCircleCheck,
  IconCircleOff,
  IconCoin,
  IconCoins,
  IconCopyOff,
  IconCpu,
  IconDeviceSim,
  IconEye,
  IconLink,
  IconMapPin,
  IconMapPinPlus,
  IconMessage2,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlugConnectedX,
  IconPlus,
  IconPower,
  IconRouter,
  IconTrash,
  IconUser,
  IconUserCheck,
  IconUserOff,
  IconUserPlus,
  IconUserSearch,
  IconUserShield,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { valueIn } from '@wheelhouse/contract/certain.ts'
import type { EventKindName, EventVerb } from '@wheelhouse/contract/events/event-kinds.ts'
import type { Tone } from '../../ui/details/status-styles.ts'

export interface EventLook {
  icon: TablerIcon
  tone?: Tone
}

type Looks = Partial<Record<string, EventLook>>

/** What a verb looks like in every feature. */
const verbLooks: Partial<Record<EventVerb, EventLook>> = {
  created: { icon: IconPlus },
  updated: { icon: IconPencil },
  deleted: { icon: IconTrash, tone: 'red' },
  enabled: { icon: IconCircleCheck, tone: 'green' },
  disabled: { icon: IconCircleOff, tone: 'dim' },
}

/** Kinds that look unlike their verb elsewhere. */
const kindLooks: Partial<Record<EventKindName, EventLook>> = {
  'devices boot': { icon: IconPower },
  'devices hardware_replaced': { icon: IconCpu },
  'devices delete_pending': { icon: IconTrash, tone: 'amber' },
  'devices kept': { icon: IconCheck },
  'devices photo': { icon: IconCamera },
  'devices connection_taken_over': { icon: IconCopyOff, tone: 'red' },
  'devices hardware_assigned': { icon: IconCpu, tone: 'green' },
  'devices hardware_removed': { icon: IconCpu, tone: 'amber' },
  'devices position': { icon: IconMapPin },
  'outages raised': { icon: IconPlugConnectedX, tone: 'amber' },
  'outages confirmed': { icon: IconPlugConnectedX, tone: 'red' },
  'outages repeated': { icon: IconPlugConnectedX, tone: 'red' },
  'outages acknowledged': { icon: IconEye },
  'outages assigned': { icon: IconUser },
  'outages muted': { icon: IconBellOff },
  'outages unmuted': { icon: IconBell },
  'outages cleared': { icon: IconCheck, tone: 'green' },
  'locations launched': { icon: IconCircleCheck, tone: 'green' },
  'points-of-interest created': { icon: IconMapPinPlus },
  'external-devices created': { icon: IconRouter },
  'external-devices sim_asked': { icon: IconDeviceSim, tone: 'accent' },
  'security-photos taken': { icon: IconCamera },
  'security-photos link_given': { icon: IconLink, tone: 'accent' },
  'security-photos viewed': { icon: IconEye, tone: 'accent' },
  'maintenance-log started': { icon: IconPlayerPlay },
  'maintenance-log blocked': { icon: IconPlayerStop, tone: 'violet' },
  'maintenance-log resolved': { icon: IconCheck, tone: 'green' },
  'maintenance-log verified': { icon: IconCircleCheck, tone: 'green' },
  'maintenance-log cancelled': { icon: IconCircleOff, tone: 'dim' },
  'maintenance-log assigned': { icon: IconUserCheck },
  'maintenance-log commented': { icon: IconMessage2 },
  'maintenance-log photo_added': { icon: IconCamera },
  'maintenance-log overdue': { icon: IconCalendarX, tone: 'red' },
  'feedback received': { icon: IconMessage2 },
  'feedback written_down': { icon: IconMessage2 },
  'feedback photo_added': { icon: IconCamera },
  'feedback answered': { icon: IconCheck, tone: 'green' },
  'service-fees created': { icon: IconCoins },
  'service-fees ended': { icon: IconCalendarX },
  'service-fees paid': { icon: IconCoin, tone: 'green' },
  'service-fees unpaid': { icon: IconCoin, tone: 'dim' },
  'maintenance-messages set': { icon: IconMessage2, tone: 'amber' },
  'maintenance-messages scheduled': { icon: IconMessage2 },
  'maintenance-messages cleared': { icon: IconMessage2 },
  'maintenance-messages began': { icon: IconMessage2, tone: 'amber' },
  'maintenance-messages ended': { icon: IconMessage2 },
  'parking-sessions booked': { icon: IconCalendarEvent },
  'parking-sessions opened': { icon: IconPlayerPlay },
  'parking-sessions ended': { icon: IconPlayerStop },
  'parking-sessions cancelled': { icon: IconCalendarX },
  'resource-groups created': { icon: IconUsersGroup },
  'resource-groups belongs_changed': { icon: IconUsersGroup },
  'console-users invited': { icon: IconUserPlus },
  'console-users reinvited': { icon: IconUserPlus },
  'console-users disabled': { icon: IconUserOff, tone: 'red' },
  'console-users enabled': { icon: IconUserCheck, tone: 'green' },
  'console-users signed_in': { icon: IconUser },
  'roles changed': { icon: IconUserShield },
  'search found': { icon: IconUserSearch, tone: 'accent' },
  'find-user found': { icon: IconUserSearch, tone: 'accent' },
  'find-user searched': { icon: IconUserSearch },
  'users revealed': { icon: IconEye, tone: 'accent' },
  'users disabled': { icon: IconUserOff, tone: 'amber' },
  'users enabled': { icon: IconUserCheck, tone: 'green' },
  'access-keys added': { icon: IconPlus, tone: 'green' },
  'messages sent': { icon: IconMessage2 },
  'payments paid': { icon: IconCoin, tone: 'green' },
  'payments approved': { icon: IconCoin, tone: 'green' },
  'payments failed': { icon: IconCoin, tone: 'red' },
  'payments needs_approval': { icon: IconCoin, tone: 'amber' },
  'payments no_answer': { icon: IconCoin, tone: 'amber' },
  'payments refund_failed': { icon: IconCoin, tone: 'red' },
  'personal-data exported': { icon: IconEye, tone: 'accent' },
  'personal-data erased': { icon: IconTrash, tone: 'red' },
}

/** What the other kinds of a feature look like. */
const featureLooks: Looks = { payments: { icon: IconCoin } }

const unknown: EventLook = { icon: IconPencil }

export const eventLookOf = (feature: string, verb: string): EventLook =>
  valueIn(kindLooks, `${feature} ${verb}`) ?? valueIn(verbLooks, verb) ?? valueIn(featureLooks, feature) ?? unknown
