import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { updateHardwareComment } from '@wheelhouse/contract/hardware/hardware-details.ts'
import type { HardwareDetails } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { setLowVoltageThreshold } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { HardwareLink } from '../../features/hardware/hardware-link.tsx'
import { AlarmPause, Threshold } from '../../features/hardware/hardware-settings.tsx'
import { useMayDo } from '../../forms/action-button.tsx'
import { useFormat, volts } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { NumberCell } from '../../ui/data-table/cells.tsx'
import { CopyableId, groupedHex } from '../../ui/details/copyable-id.tsx'
import { Card, KeyValueGrid } from '../../ui/details/key-values.tsx'
import { durationLabel, RelativeTime } from '../../ui/details/time.tsx'
import { HardwareAlarms } from './hardware-alarms.tsx'
import { HardwareAssignments } from './hardware-assignments.tsx'
import { HardwareOtp } from './hardware-otp.tsx'
import { HardwareSecret } from './hardware-secret.tsx'
import classes from './hardware-page.module.css'

const CommentDialog = lazyComponent(() => import('./hardware-dialogs.tsx').then((module) => module.CommentDialog))
const ThresholdDialog = lazyComponent(() => import('./hardware-dialogs.tsx').then((module) => module.ThresholdDialog))

/** What it is, how it is, its alarms, its one-time passwords, the secret of a controller and where it was. */
export const HardwareOverview = ({ hardware }: { hardware: HardwareDetails }) => (
  <div className={classes.cards}>
    <Identity hardware={hardware} />
    <Readings hardware={hardware} />
    <HardwareAlarms hardware={hardware} />
    <HardwareOtp id={hardware.id} />
    {hardware.controller_id === hardware.id && <HardwareSecret id={hardware.id} />}
    <HardwareAssignments id={hardware.id} />
  </div>
)

function Identity({ hardware }: { hardware: HardwareDetails }) {
  const [isEdited, setEdited] = useState(false)
  const mayEdit = useMayDo(updateHardwareComment)
  const { dateTime } = useFormat()
  const { firmware_version: version, newest_version: newest, controller_id } = hardware
  const mono = (text: string | null) => text && <span className="mono">{text}</span>
  return (
    <Card
      title={t('Identity')}
      action={
        mayEdit && (
          <Button size="xs" variant="subtle" leftSection={<IconPencil size={14} />} onClick={() => setEdited(true)}>
            {t('Comment')}
          </Button>
        )
      }
    >
      <KeyValueGrid
        labelWidth={130}
        items={[
          {
            label: t('Hardware ID'),
            value: (
              <CopyableId id={hardware.id} isMono>
                {groupedHex(hardware.id)}
              </CopyableId>
            ),
          },
          { label: t('Comment'), value: hardware.comment },
          {
            label: t('Firmware'),
            value: hardware.is_uninitialized ? (
              t('Uninitialized')
            ) : (
              <>
                {mono(`${hardware.firmware_name ?? ''} ${version ?? ''}`)}
                {newest !== null && newest !== version && (
                  <span className={classes.behind}>{t('stable is {{version}}', { version: newest })}</span>
                )}
              </>
            ),
          },
          { label: t('PCB version'), value: mono(hardware.pcb_version) },
          { label: t('Protocol version'), value: mono(hardware.protocol_version) },
          { label: t('MAC address'), value: mono(hardware.mac_address) },
          {
            label: t('Controller'),
            value: controller_id === hardware.id ? itselfText(hardware.children) : <HardwareLink id={controller_id} />,
          },
          { label: t('Known since'), value: dateTime(hardware.created_at) },
          {
            label: t('Last updated'),
            value: <RelativeTime at={hardware.updated_at} />,
          },
        ]}
      />
      {isEdited && <CommentDialog hardware={hardware} onClose={() => setEdited(false)} />}
    </Card>
  )
}

function Readings({ hardware }: { hardware: HardwareDetails }) {
  const [isEdited, setEdited] = useState(false)
  const mayEdit = useMayDo(setLowVoltageThreshold)
  const { last_heartbeat_at: at, low_voltage_mv: threshold, wifi_ssid: ssid } = hardware
  const { alarms_off_until: pausedUntil } = hardware
  return (
    <Card
      title={t('Readings')}
      action={
        mayEdit && (
          <Button size="xs" variant="subtle" leftSection={<IconPencil size={14} />} onClick={() => setEdited(true)}>
            {t('Low voltage threshold')}
          </Button>
        )
      }
    >
      <KeyValueGrid
        labelWidth={150}
        items={[
          { label: t('Latest heartbeat'), value: at && <RelativeTime at={at} /> },
          { label: t('Signal'), value: <NumberCell value={hardware.rssi_dbm} unit="dBm" /> },
          {
            label: t('Wi-Fi'),
            value: ssid && (
              <>
                {ssid}, <NumberCell value={hardware.wifi_rssi_dbm} unit="dBm" />
              </>
            ),
          },
          { label: t('Voltage'), value: <NumberCell value={volts(hardware.supply_mv)} digits={1} unit="V" /> },
          ...(threshold === undefined
            ? []
            : [{ label: t('Low voltage threshold'), value: <Threshold mv={threshold} /> }]),
          { label: t('Temperature'), value: <NumberCell value={hardware.temperature_c} digits={1} unit="°C" /> },
          {
            label: t('Running for'),
            value: hardware.uptime_s === null ? null : durationLabel(hardware.uptime_s * 1_000),
          },
          { label: t('Clock'), value: <ClockError s={hardware.clock_off_s} /> },
          ...(pausedUntil === undefined ? [] : [{ label: t('Alarms'), value: <AlarmPause until={pausedUntil} /> }]),
        ]}
      />
      {isEdited && <ThresholdDialog hardware={hardware} onClose={() => setEdited(false)} />}
    </Card>
  )
}

const toleratedS = 300
function ClockError({ s }: { s: number | null }) {
  if (s === null) return <span className={classes.dim}>–</span>
  if (Math.abs(s) <= toleratedS) return t('correct')
  const time = durationLabel(Math.abs(s) * 1_000)
  return <span className={classes.amber}>{s > 0 ? t('{{time}} fast', { time }) : t('{{time}} slow', { time })}</span>
}

const itselfText = (children: number): string =>
  children === 1 ? t('itself, 1 child') : t('itself, {{count}} children', { count: children })
