import { IconMessage2 } from '@tabler/icons-react'
import { useState } from 'react'
import {
  listMaintenanceMessages,
  setMaintenanceMessage,
} from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import type { MaintenanceMessage } from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { useFormat, useZoneToSay } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { MomentField } from '../../ui/form/moment-field.tsx'
import { TextAreaField } from '../../ui/form/text-fields.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import { ClearButton } from './clear-button.tsx'
import { periodLabels, useMessages } from './message-line.tsx'
import { LocationOutlook } from './message-outlook.tsx'
import { valuesOfCurrent } from './message-period.ts'
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
    {opened && <Writing location={location} onClose={onClose} />}
  </Dialog>
)

/** Begins with what is shown now, so that a change of a word is no new writing. */
function Writing({ location, onClose }: Pick<MessageDialogProps, 'location' | 'onClose'>) {
  const query = useMessages(location.id)
  if (query.data === undefined && query.error === null) return <Skeleton lines={6} />
  return (
    <div className={classes.dialog}>
      <Loaded query={query} failed={listMaintenanceMessages.says.failed}>
        {(messages) => <Messages location={location} messages={messages} />}
      </Loaded>
      <MessageForm location={location} messages={query.data ?? []} onClose={onClose} />
    </div>
  )
}

type MessageFormProps = Pick<MessageDialogProps, 'location' | 'onClose'> & { messages: readonly MaintenanceMessage[] }

function MessageForm({ location, messages, onClose }: MessageFormProps) {
  // What comes in while someone writes does not change the words under their hands.
  const [defaults] = useState(() => valuesOfCurrent(messages))
  return (
    <ContractForm
      route={setMaintenanceMessage}
      params={{ location_id: location.id }}
      defaults={defaults}
      saveLabel={t('Show in app')}
      onDone={onClose}
      onCancel={onClose}
    >
      <MessageFields timeZone={location.time_zone} />
      <LocationOutlook locationId={location.id} />
    </ContractForm>
  )
}

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

function Messages({ location, messages }: { location: Location; messages: readonly MaintenanceMessage[] }) {
  const format = useFormat(location.time_zone)
  const own = useZoneToSay(location.time_zone)
  const live = messages.filter(({ state }) => state !== 'ended')
  if (live.length === 0) return <p className={classes.none}>{t('No message is shown or scheduled.')}</p>
  return (
    <ul className={classes.messages}>
      {live.map((message) => (
        <li key={message.id}>
          <span>
            <span className={classes.words}>{message.text}</span>
            <small>
              {message.state === 'current' ? t('Shown now,') : t('Scheduled')} {periodLabels(message, format)}
              {own !== null && hasTime(message) && ` (${location.time_zone})`}
              {message.created_by_name !== null && ` · ${message.created_by_name}`}
            </small>
          </span>
          <ClearButton location={location} message={message} />
        </li>
      ))}
    </ul>
  )
}
