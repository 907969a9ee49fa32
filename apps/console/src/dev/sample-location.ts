import {
  IconAlertTriangle,
  IconBulb,
  IconCalendarX,
  IconCamera,
  IconClockPlay,
  IconCreditCard,
  IconHeartbeat,
  IconLock,
  IconLockOpen,
  IconMessage2,
  IconRefresh,
  IconReload,
  IconReplace,
  IconTool,
  IconTrash,
  IconWifiOff,
} from '@tabler/icons-react'

const nothing = () => undefined
const command = (id: string, label: string, icon: typeof IconLock, letter?: string) => ({
  id,
  label,
  icon,
  ...(letter ? { letter } : {}),
  onChoose: nothing,
})

/** The menu of a dock. */
export const commands = [
  [
    command('force_unlock', 'Force unlock', IconLockOpen, 'U'),
    command('force_lock', 'Force lock', IconLock, 'L'),
    command('temporary_unlock', 'Temporary unlock', IconClockPlay, 'T'),
    command('force_cancel_booking', 'Force cancel booking', IconCalendarX),
  ],
  [
    command('identify', 'Identify', IconBulb, 'I'),
    command('take_photo', 'Take photo', IconCamera),
    command('reboot', 'Reboot', IconReload),
    command('sync', 'Sync device session', IconRefresh),
  ],
  [
    command('entry', 'Maintenance entry', IconTool),
    command('swap', 'Swap hardware', IconReplace),
    { ...command('delete', 'Delete device', IconTrash), isDanger: true },
  ],
]

export const events = [
  {
    id: '1',
    icon: IconLockOpen,
    tone: 'accent' as const,
    title: 'Unlock sent to dock 07',
    detail: 'Kadri Mets · support',
    time: 'now',
  },
  { id: '2', icon: IconLock, title: 'Dock 02 locked', detail: 'M. Kask · app', time: '2 m' },
  { id: '3', icon: IconCalendarX, title: 'Dock 09 booked', detail: 'T. Sepp · app', time: '7 m' },
  {
    id: '4',
    icon: IconCreditCard,
    tone: 'green' as const,
    title: '€1.40 paid',
    detail: 'Session 8f21c · dock 17',
    time: '9 m',
  },
  {
    id: '5',
    icon: IconHeartbeat,
    tone: 'amber' as const,
    title: 'Dock 05 heartbeat late',
    detail: 'expected every 60 s',
    time: '11 m',
  },
  {
    id: '6',
    icon: IconAlertTriangle,
    tone: 'red' as const,
    title: 'Dock 15 lock jam',
    detail: 'interim state for 60 s',
    time: '2 h',
  },
  { id: '7', icon: IconTool, title: 'Maintenance M-2291 created', detail: 'Rasmus Põld · dock 15', time: '2 h' },
  {
    id: '8',
    icon: IconWifiOff,
    tone: 'red' as const,
    title: 'Dock 21 offline',
    detail: 'mesh 4C11AE07 · RSSI −91',
    time: '3 h',
  },
  { id: '9', icon: IconMessage2, title: 'Maintenance message changed', detail: 'Kadri Mets', time: '5 h' },
]

export const counts = [
  { kind: 'free', count: 7 },
  { kind: 'booked', count: 1 },
  { kind: 'occupied', count: 10 },
  { kind: 'over_24', count: 3 },
  { kind: 'over_72', count: 1 },
  { kind: 'fault', count: 2 },
] as const
