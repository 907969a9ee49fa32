import { Button } from '@mantine/core'
import { IconAdjustments, IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { commandsAtOnce } from '@wheelhouse/contract/commands/command-bodies.ts'
import { fetchConfigs, getHardwareConfig } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { listHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import type { PlacedHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { useWrite } from '../../api/api.ts'
import { hardwareId } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useList } from '../../lists/list.ts'
import { useLive } from '../../live/use-live.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { NoticeBar } from '../../ui/frame/bars.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import { deviceName, deviceTypeWord } from '../devices/device-labels.ts'
import { HardwarePieces } from '../hardware/pieces-picker.tsx'
import { ConfigForm } from './config-form.tsx'
import classes from './hardware-config.module.css'

interface SeveralConfigDialogProps {
  query: { mesh_id: string[]; type?: PlacedHardware['type'][] }
  onClose: () => void
}

const shown = 200

/** Spec 5: one change for several pieces whose configurations are equal, by the hash that they report. */
export function SeveralConfigDialog({ query, onClose }: SeveralConfigDialogProps) {
  const [ids, setIds] = useState<readonly string[]>([])
  const found = useList(listHardware, { ...query, limit: shown }, { isLive: true })
  const chosen = found.rows.filter(({ id }) => ids.includes(id))
  const hashes = new Set(chosen.map(({ config_hash }) => config_hash))
  const toggle = (id: string, isOn: boolean) => setIds((now) => (isOn ? [...now, id] : now.filter((one) => one !== id)))
  return (
    <Dialog opened onClose={onClose} title={t('Configure several')} icon={IconAdjustments} size={720}>
      <div className={classes.form}>
        <HardwarePieces
          found={found}
          ids={ids}
          onTick={({ id }, isOn) => toggle(id, isOn)}
          label={nameOf}
          detail={({ id, config_hash }) => `${hardwareId(id)} · ${config_hash ?? '–'}`}
          words={{ noData: t('No hardware in these meshes') }}
          className={classes.pieces}
        />
        {hashes.size > 1 && (
          <NoticeBar isBox icon={<IconAlertTriangle size={16} aria-hidden />}>
            {t('The config hash differs across the selected hardware')}
          </NoticeBar>
        )}
        {chosen[0] !== undefined && hashes.size === 1 && <Edit key={ids.join(' ')} chosen={chosen} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

const nameOf = ({ type, device_number: number }: PlacedHardware): string =>
  number === null ? deviceTypeWord(type) : deviceName({ type, number })

/** The values of one of them are those of all, because their hashes are equal. */
function Edit({ chosen, onClose }: { chosen: readonly PlacedHardware[]; onClose: () => void }) {
  const { data } = useLive(getHardwareConfig, { params: { hardware_id: chosen[0]?.id ?? '' } }, { isQuiet: true })
  const fetch = useWrite(fetchConfigs)
  if (data === undefined) return <Skeleton lines={4} />
  return (
    <>
      <div className={classes.fetch}>
        <p className={classes.lead}>
          {data.reading === null
            ? t('Values are missing: fetch the settings first')
            : t('Each piece of hardware must have been read since its last change.')}
          {chosen.length > commandsAtOnce &&
            ` ${t('More than {{count}} are read a few at a time, over the next minutes.', { count: commandsAtOnce })}`}
        </p>
        <Button
          leftSection={<IconDownload size={15} />}
          loading={fetch.isPending}
          onClick={() => fetch.mutate({ body: { hardware_ids: chosen.map(({ id }) => id) } })}
        >
          {t('Fetch settings')}
        </Button>
      </div>
      {data.reading !== null && (
        <ConfigForm
          pieces={chosen.map((piece) => ({ id: piece.id, word: nameOf(piece) }))}
          params={data.reading.params}
          onClose={onClose}
        />
      )}
    </>
  )
}
