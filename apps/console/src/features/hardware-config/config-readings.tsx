import { configReadings } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { ConfigReading } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { Link } from '../../ui/details/link.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { comparePath } from './compare-address.ts'
import { parameterWord, valueWord } from './parameter-words.ts'
import classes from './hardware-config.module.css'

/** What each reading found different from the one before; one reading alone has no history. */
export function ConfigReadings({ hardwareId }: { hardwareId: string }) {
  const { data } = useLive(configReadings, { params: { hardware_id: hardwareId } }, { isQuiet: true })
  const { dateTime } = useFormat()
  if (data === undefined || data.length < 2) return null
  return (
    <section>
      <SectionHead title={t('History of readings')} count={data.length} />
      <ol className={classes.rows}>
        {data.map((reading, index) => (
          <li key={reading.id}>
            <span className={classes.what}>{differenceOf(reading, data[index + 1]).join(', ')}</span>
            <span className={`mono ${classes.end}`}>{reading.config_hash}</span>
            <small>
              {dateTime(reading.read_at)}{' '}
              {index > 0 && (
                <Link href={comparePath({ left: hardwareId, with: 'earlier', right_at: reading.id })}>
                  {t('Compare with now')}
                </Link>
              )}
            </small>
          </li>
        ))}
      </ol>
    </section>
  )
}

function differenceOf(reading: ConfigReading, before: ConfigReading | undefined): string[] {
  if (before === undefined) return [t('First reading')]
  const former = new Map(before.params.map(({ key, value }) => [key, value]))
  const changed = reading.params.filter(({ key, value }) => former.get(key) !== value)
  return changed.length === 0
    ? [t('A secret value was changed')]
    : changed.map(
        ({ key, value, unit }) =>
          `${parameterWord(key)}: ${valueWord(former.get(key) ?? null, unit)} → ${valueWord(value, unit)}`,
      )
}
