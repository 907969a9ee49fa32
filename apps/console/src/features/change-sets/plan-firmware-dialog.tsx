import { Checkbox, Select } from '@mantine/core'
import { IconVersions } from '@tabler/icons-react'
import { useState } from 'react'
import { firmwareChannels } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { FirmwareChannel } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { listFirmwareVersions } from '@wheelhouse/contract/firmware/firmware.ts'
import type { FirmwareVersion } from '@wheelhouse/contract/firmware/firmware.ts'
import { listHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import type { PlacedHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { hardwareId } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import { deviceName, deviceTypeWord } from '../devices/device-labels.ts'
import classes from './change-sets.module.css'
import { PlanForm } from './plan-picker.tsx'

const shown = 500

/** Which version is replaced, from which channel, on which devices; then the canary and the waves. */
export function PlanFirmwareDialog({ onClose }: { onClose: () => void }) {
  const [versionId, setVersionId] = useState<string | null>(null)
  const [channel, setChannel] = useState<FirmwareChannel>('stable')
  const { data } = useLive(listFirmwareVersions, { query: { limit: shown } })
  const version = data?.items.find(({ id }) => id === versionId)
  return (
    <Dialog opened onClose={onClose} title={t('Plan a firmware update')} icon={IconVersions} size={720}>
      <div className={classes.form}>
        <div className={classes.fields}>
          <Select
            label={t('Hardware that runs')}
            placeholder={t('Choose a version')}
            data={data?.items.map(({ id, pieces }) => ({ value: id, label: `${id} (${pieces})` })) ?? []}
            value={versionId}
            searchable
            onChange={setVersionId}
          />
          <Select
            label={t('Channel')}
            data={firmwareChannels.map((one) => ({ value: one, label: optionOf(one, version) }))}
            value={channel}
            allowDeselect={false}
            onChange={(value) => setChannel(firmwareChannels.find((one) => one === value) ?? 'stable')}
          />
        </div>
        {version !== undefined && <Pieces key={version.id} version={version} channel={channel} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

/** The channel with the version that it has for this firmware. */
function optionOf(channel: FirmwareChannel, version: FirmwareVersion | undefined): string {
  const release = version?.[channel]
  return release ? `${channel} · ${release}` : channel
}

interface PiecesProps {
  version: FirmwareVersion
  channel: FirmwareChannel
  onClose: () => void
}

function Pieces({ version, channel, onClose }: PiecesProps) {
  const [left, setLeft] = useState<readonly string[]>([])
  const query = { firmware_name: [version.firmware_name], firmware_version: [version.version], limit: shown }
  const { data } = useLive(listHardware, { query })
  if (data === undefined) return <Skeleton lines={6} />
  const chosen = data.items.filter(({ id }) => !left.includes(id))
  const toggle = (id: string, isOn: boolean) =>
    setLeft((now) => (isOn ? now.filter((one) => one !== id) : [...now, id]))
  return (
    <>
      <div className={classes.pick} role="group" aria-label={t('Hardware')}>
        {data.items.map((piece) => (
          <Checkbox
            key={piece.id}
            label={wordOf(piece)}
            description={hardwareId(piece.id)}
            checked={!left.includes(piece.id)}
            onChange={(event) => toggle(piece.id, event.currentTarget.checked)}
          />
        ))}
      </div>
      <PlanForm
        change={{ kind: 'firmware', channel }}
        devices={chosen.map((piece) => ({ id: piece.id, word: wordOf(piece) }))}
        suggestedName={`${version.firmware_name} ${version[channel] ?? channel}`}
        onClose={onClose}
      />
    </>
  )
}

function wordOf({ type, device_number: number, location_code, rental_code }: PlacedHardware): string {
  if (number !== null) return `${location_code ?? ''} ${deviceName({ type, number })}`
  return rental_code ?? t('{{type}} in stock', { type: deviceTypeWord(type) })
}
