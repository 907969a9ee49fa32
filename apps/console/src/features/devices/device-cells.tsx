import { IconAlertTriangle, IconDots } from '@tabler/icons-react'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { deviceName, keyWord } from './device-labels.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { IconButton } from '../../ui/base/button.tsx'
import { useClock } from '../../ui/base/clock.ts'
import { Nothing } from '../../ui/data-table/cells.tsx'
import { HeartbeatGlyph } from '../../ui/details/glyphs.tsx'
import { StatusPill, StatusText } from '../../ui/details/status.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'
import { RelativeTime, shortDuration } from '../../ui/details/time.tsx'
import { CopyableHardware } from '../hardware/hardware-link.tsx'
import { ParkingSessionLink, shortId } from '../parking-sessions/parking-session-link.tsx'
import { attentionOf, bubbleOf, stateWord } from './device-styles.ts'
import type { BubbleHours } from './device-styles.ts'
import classes from './devices.module.css'

type WithHours = { device: Device; hours: BubbleHours }

/** Glyph by duration, word by state; what cannot be reached says what was known last. */
export function DeviceState({ device, hours, size = 14 }: WithHours & { size?: number }) {
  const bubble = useClock(30_000, (now) => bubbleOf(device, hours, now))
  if (device.type === 'controller') return <Nothing />
  if (device.hardware_id === null)
    return <StatusText of="dock_bubble" value="no_contact" word={t('No hardware')} size={size} />
  if (bubble === 'no_contact')
    return (
      <StatusText
        of="dock_bubble"
        value={bubble}
        word={
          device.dock_state === 'unknown'
            ? t('No contact')
            : t('{{state}} when last seen', { state: stateWord(device) })
        }
        size={size}
      />
    )
  const isMoving = bubble === 'moving' || bubble === 'fault'
  return (
    <StatusText
      of={isMoving ? 'dock_state' : 'dock_bubble'}
      value={isMoving ? device.dock_state : bubble}
      word={stateWord(device)}
      size={size}
    />
  )
}

/** How long it has been so, in the colour of its bubble. */
export function StateAge({ device, hours }: WithHours) {
  const since = device.dock_state_since
  const start = since === null ? 0 : Date.parse(since)
  const words = useClock(1_000, (now) => shortDuration(now - start))
  const bubble = useClock(30_000, (now) => bubbleOf(device, hours, now))
  const { exact } = useFormat()
  if (since === null || device.dock_state === 'unlocked' || device.type === 'controller') return <Nothing />
  return (
    <time className={classes.age} data-bubble={bubble} dateTime={since} data-tip={exact(since)}>
      {words}
    </time>
  )
}

/** A link to the open session. The server names its person only to people with that permission. */
export const InUseBy = ({ session }: Device) =>
  session === null ? (
    <Nothing />
  ) : (
    <ParkingSessionLink id={session.id}>
      {session.user_name ?? t('Session {{id}}', { id: shortId(session.id) })}
    </ParkingSessionLink>
  )

export const KeyType = ({ session }: Device) =>
  session?.key_type ? <span className={classes.second}>{keyWord(session.key_type)}</span> : <Nothing />

export function Heartbeat({ device }: { device: Device }) {
  const { exact } = useFormat()
  const { heartbeat_health: health, last_heartbeat_at: at, hardware_id } = device
  if (hardware_id === null) return <Nothing />
  return (
    <span className={classes.heartbeat} data-health={health}>
      <HeartbeatGlyph kind={health} label={t(statusStyles.heartbeat[health].word)} />
      {at === null ? (
        t('No data')
      ) : (
        <RelativeTime at={at} isShort exact={`${t(statusStyles.heartbeat[health].word)}, ${exact(at)}`} />
      )}
    </span>
  )
}

export const HardwareId = ({ id }: { id: string | null }) => (id === null ? <Nothing /> : <CopyableHardware id={id} />)

export const Signal = ({ rssi_dbm }: Device) =>
  rssi_dbm === null ? <Nothing /> : <span className={classes.second}>{String(rssi_dbm).replace('-', '−')}</span>

export const Firmware = ({ firmware_version }: Device) =>
  firmware_version === null ? <Nothing /> : <span className="mono">{firmware_version}</span>

/** The worst of it; how many more there are, and all of them in the tip. Empty for most devices. */
export function Attention({ device }: { device: Device }) {
  const [worst, ...others] = attentionOf(device)
  if (worst === undefined) return null
  const all = [worst, ...others].map(({ word }) => word).join(', ')
  return (
    <span className={classes.attention} data-tip={all}>
      {worst.pending === undefined ? (
        <span className={classes.alarmPill}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>{worst.word}</span>
        </span>
      ) : (
        <StatusPill of="pending" value={worst.pending} word={worst.short} />
      )}
      {others.length > 0 && (
        <span className={classes.second} aria-label={t('{{count}} more', { count: others.length })} role="note">
          +{others.length}
        </span>
      )}
    </span>
  )
}

/** Opens the same menu as the tile of the plan. */
export const MenuButton = ({ device, onMenu }: { device: Device; onMenu: (id: string, at: HTMLElement) => void }) => (
  <IconButton
    variant="subtle"
    size="xs"
    aria-label={t('Commands for {{device}}', { device: deviceName(device) })}
    aria-haspopup="menu"
    onClick={(event) => onMenu(device.id, event.currentTarget)}
  >
    <IconDots size={16} />
  </IconButton>
)

/** A row on a phone: number and state, then the person, the duration, and the contact. */
export const DeviceCard = ({ device, hours }: WithHours) => (
  <span className={classes.card}>
    <span className={classes.cardLine}>
      <strong>{deviceName(device)}</strong>
      <DeviceState device={device} hours={hours} />
      <span className={classes.end}>
        <StateAge device={device} hours={hours} />
      </span>
    </span>
    <span className={classes.cardLine} data-second>
      <Heartbeat device={device} />
      {device.session?.user_name != null && <span>{device.session.user_name}</span>}
      <Attention device={device} />
    </span>
  </span>
)
