import { IconMessage2 } from '@tabler/icons-react'
import {
  clearMaintenanceMessage,
  listMaintenanceMessages,
} from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import type { MaintenanceMessage } from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { useCanCall } from '../../session/can.ts'
import { useFormat, useZoneToSay } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { isObsolete } from '../locations/location-labels.ts'
import { useLive } from '../../live/use-live.ts'
import { Button } from '../../ui/base/button.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import classes from './maintenance-messages.module.css'

const ClearButton = lazyComponent(() => import('./clear-button.tsx').then((module) => module.ClearButton))

/** What is shown now and what waits; the first is the one that app users read. */
export function useMessages(locationId: string) {
  const params = { location_id: locationId }
  return useLive(listMaintenanceMessages, { params })
}

/** "until 22 Nov, 18:00", "from 22 Nov, 18:00". */
export function periodLabels({ state, starts_at, ends_at }: MaintenanceMessage, { moment }: Format): string {
  const until = ends_at === null ? t('until cleared') : t('until {{time}}', { time: moment(ends_at) })
  return state === 'scheduled' ? `${t('from {{time}}', { time: moment(starts_at) })} ${until}` : until
}

interface MessageLineProps {
  location: Location
  /** Opens the dialog. */
  onEdit: () => void
}

/** The message that app users read at this location now, in a line above its facts. Draws nothing without a message. */
export function MessageLine({ location, onEdit }: MessageLineProps) {
  // The dialog asks for these times on the clock of the location, so they are shown on it too.
  const format = useFormat(location.time_zone)
  const isElsewhere = useZoneToSay(location.time_zone) !== null
  const period = (message: MaintenanceMessage): string =>
    isElsewhere ? `${periodLabels(message, format)} (${location.time_zone})` : periodLabels(message, format)
  const { data: messages = [] } = useMessages(location.id)
  const mayChange = useCanCall(clearMaintenanceMessage)
  const current = messages.find(({ state }) => state === 'current')
  const waiting = messages.filter(({ state }) => state === 'scheduled')
  const text = current?.text ?? location.maintenance_message
  if (text === '' && waiting.length === 0) return null
  return (
    <section className={classes.line} aria-label={t('Maintenance message')}>
      <IconMessage2 size={15} aria-hidden />
      <div>
        <strong>{text === '' ? t('Scheduled for the app') : t('Shown in the app')}</strong>
        {text !== '' && (
          <span className={classes.words} data-tip={text}>
            {text}
          </span>
        )}
        {current !== undefined && current.ends_at !== null && <small>{period(current)}</small>}
        {waiting.map((message) => (
          <small key={message.id}>
            {t('Next:')} {message.text}, {period(message)}
          </small>
        ))}
      </div>
      {mayChange && (
        <span className={classes.verbs}>
          {!isObsolete(location) && <Button onClick={onEdit}>{t('Change')}</Button>}
          {current !== undefined && <ClearButton location={location} message={current} />}
        </span>
      )}
    </section>
  )
}
