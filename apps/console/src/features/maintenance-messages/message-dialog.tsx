import { IconMessage2 } from '@tabler/icons-react'
import {
  listMaintenanceMessages,
  setMaintenanceMessage,
} from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import type { MaintenanceMessage } from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { useFormat, useZoneToSay } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { MomentField } from '../../ui/form/moment-field.tsx'
import { TextAreaField } from '../../ui/form/text-fields.tsx'
import { ErrorState } from '../../ui/frame/states.tsx'
import { ClearButton } from './clear-button.tsx'
import { periodLabels, useMessages } from './message-line.tsx'
import { LocationOutlook } from './message-outlook.tsx'
import classes from './maintenance-messages.module.css'

interface MessageDialogProps {
  location: Location
  opened: boolean
  onClose: () => void
}

/** Set now, schedule for later, clear: what app users read at one location. */
export const MessageDialog = ({ location, opened, onClose }: MessageDialogProps) => (
  <Dialog
    opened={opened}
    onClose={onClose}
    title={t('Maintenance message for {{code}}', { code: location.code })}
    icon={IconMessage2}
    size={560}
  >
    {opened && (
      <div className={classes.dialog}>
        <Messages location={location} />
        <ContractForm
          route={setMaintenanceMessage}
          params={{ location_id: location.id }}
          defaults={emptyMessage}
          saveLabel={t('Show in app')}
          onDone={onClose}
          onCancel={onClose}
        >
          <MessageFields timeZone={location.time_zone} />
          <LocationOutlook locationId={location.id} />
        </ContractForm>
      </div>
    )}
  </Dialog>
)

export const emptyMessage = { text: '', starts_at: null, ends_at: null }

/** Times on the clock of the place, which is not always the reader's. */
export const MessageFields = ({ timeZone }: { timeZone: string }) => (
  <>
    <TextAreaField
      name="text"
      label={t('Message')}
      maxLength={500}
      help={t('App users see this text exactly as written.')}
    />
    <MomentField name="starts_at" label={t('Begins')} timeZone={timeZone} help={t('Leave empty to show it now.')} />
    <MomentField
      name="ends_at"
      label={t('Ends')}
      timeZone={timeZone}
      help={t('Leave empty to show it until cleared. Times are {{zone}}.', { zone: timeZone })}
    />
  </>
)

const hasTime = ({ state, ends_at }: MaintenanceMessage): boolean => state === 'scheduled' || ends_at !== null

function Messages({ location }: { location: Location }) {
  const { data, error, refetch } = useMessages(location.id)
  const format = useFormat(location.time_zone)
  const own = useZoneToSay(location.time_zone)
  if (data === undefined)
    return (
      error && (
        <ErrorState title={listMaintenanceMessages.says.failed} detail={error.message} onRetry={() => void refetch()} />
      )
    )
  const live = data.filter(({ state }) => state !== 'ended')
  if (live.length === 0) return <p className={classes.none}>{t('No message is shown or scheduled.')}</p>
  return (
    <ul className={classes.messages}>
      {live.map((message) => (
        <li key={message.id}>
          <span>
            <span className={classes.words}>{message.text}</span>
            <small>
              {message.state === 'current' ? t('now') : t('scheduled')}, {periodLabels(message, format)}
              {own !== null && hasTime(message) && ` (${location.time_zone})`}
              {message.created_by_name !== null && `, ${message.created_by_name}`}
            </small>
          </span>
          <ClearButton location={location} message={message} />
        </li>
      ))}
    </ul>
  )
}
