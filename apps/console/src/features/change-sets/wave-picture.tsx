import type { ChangeSet } from '@wheelhouse/contract/change-sets/change-sets.ts'
import type { ChangeSetDevice } from '@wheelhouse/contract/change-sets/change-set-devices.ts'
import { hardwareId } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useClock } from '../../ui/base/clock.ts'
import { StatusGlyph } from '../../ui/details/status.tsx'
import { durationLabel } from '../../ui/details/time.tsx'
import { deviceState, waveWord } from './change-set-labels.ts'
import classes from './change-sets.module.css'

interface WavePictureProps {
  changeSet: ChangeSet
  devices: readonly ChangeSetDevice[]
}

/** The canary and the waves after it, a glyph for each device: one look says how far it is and where it broke. */
export function WavePicture({ changeSet, devices }: WavePictureProps) {
  const waves = Array.from({ length: changeSet.waves + 1 }, (_, wave) => wave)
  return (
    <ol className={classes.waves} aria-label={t('Waves')}>
      {waves.map((wave) => (
        <Wave key={wave} wave={wave} changeSet={changeSet} devices={devices.filter((one) => one.wave === wave)} />
      ))}
    </ol>
  )
}

function Wave({ wave, changeSet, devices }: WavePictureProps & { wave: number }) {
  const isNext = changeSet.next_wave_at !== null && wave === (changeSet.wave ?? -1) + 1
  return (
    <li className={classes.wave} data-now={changeSet.wave === wave && changeSet.status !== 'completed'}>
      <span className={classes.waveName}>
        {waveWord(wave)}
        {isNext && changeSet.next_wave_at !== null && <Countdown at={changeSet.next_wave_at} />}
      </span>
      <span className={classes.cells}>
        {devices.map((device) => (
          <span key={device.id} title={hardwareId(device.hardware_id)}>
            <StatusGlyph of="change_set_device" value={deviceState(device)} size={16} />
          </span>
        ))}
      </span>
    </li>
  )
}

function Countdown({ at }: { at: string }) {
  const left = useClock(1_000, (now) => Math.max(0, Date.parse(at) - now))
  return <small>{left === 0 ? t('starts now') : t('in {{time}}', { time: durationLabel(left) })}</small>
}
