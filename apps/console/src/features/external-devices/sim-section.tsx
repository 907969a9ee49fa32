import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { refreshSim } from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { ExternalDevice } from '@wheelhouse/contract/external-devices/external-devices.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { useClock } from '../../ui/base/clock.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { faultText, groupedDigits, obstacleOf, providerLabels, sourceText } from './external-device-labels.ts'
import classes from './external-devices.module.css'

export const refOf = ({ location_id, id }: Pick<ExternalDevice, 'location_id' | 'id'>) => ({
  location_id,
  external_device_id: id,
})

/** The card: what is known, since when, who says so, and how to ask again. */
export function SimSection({ device }: { device: ExternalDevice }) {
  const { iccid, msisdn, sim_status, sim_status_at, sim_status_word } = device
  const source = sourceText(device.sim_status_source)
  const left = useSecondsTo(device.sim_askable_at)
  return (
    <section className={classes.section} aria-label={t('SIM')}>
      <header>
        <h3>{t('SIM')}</h3>
        {left > 0 && device.sim_update !== 'asking' && <span className={classes.age}>{againIn(left)}</span>}
        <ActionButton
          route={refreshSim}
          input={{ params: refOf(device) }}
          label={t('Update SIM status')}
          icon={IconRefresh}
          reason={device.sim_update === 'asking' ? t('Loading') : (obstacleOf(device) ?? againIn(left))}
        />
      </header>
      <Update device={device} />
      <KeyValueGrid
        items={[
          {
            label: t('Status'),
            value: (
              <span className={classes.sim}>
                <StatusText of="sim" value={sim_status} />
                {sim_status_word !== null && <span className={classes.age}>{sim_status_word}</span>}
              </span>
            ),
          },
          {
            label: t('Updated'),
            value: sim_status_at && (
              <span className={classes.sim}>
                <RelativeTime at={sim_status_at} />
                {source !== null && <span className={classes.age}>{source}</span>}
              </span>
            ),
          },
          { label: t('SIM provider'), value: t(providerLabels[device.sim_provider].word) },
          {
            label: t('ICCID'),
            value: iccid && (
              <CopyableId id={iccid} isMono>
                {groupedDigits(iccid)}
              </CopyableId>
            ),
          },
          { label: t('MSISDN'), value: msisdn && <CopyableId id={msisdn} /> },
        ]}
      />
    </section>
  )
}

/** Whole seconds, of the tick that is shown; 0 when the time is up. */
function useSecondsTo(at: string | null): number {
  const end = at === null ? 0 : Date.parse(at)
  const now = useClock(1_000, (time) => Math.min(time, end))
  return Math.max(0, Math.ceil((end - now) / 1000))
}

function againIn(seconds: number): string | undefined {
  if (seconds === 0) return undefined
  if (seconds === 1) return t('Just updated. Try again in 1 s')
  return t('Just updated. Try again in {{count}} s', { count: seconds })
}

/** Asking, or why it failed; what was known before stays below. */
function Update({ device: { sim_update, sim_update_at, sim_update_failure } }: { device: ExternalDevice }) {
  const at = sim_update_at && <RelativeTime at={sim_update_at} />
  return (
    <div role="status">
      {sim_update === 'asking' && (
        <p className={classes.asking}>
          <IconRefresh size={14} aria-hidden /> {t('Waiting for the SIM provider')} {at}
        </p>
      )}
      {sim_update === 'failed' && (
        <p className={classes.failed}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>
            {refreshSim.says.failed}: {faultText(sim_update_failure)} · {at}
          </span>
        </p>
      )}
    </div>
  )
}
