import { SegmentedControl } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import { useState } from 'react'
import { bodyOf } from '@wheelhouse/contract/body-of.ts'
import {
  clearMaintenanceMessages,
  NewMaintenanceMessage,
  setMaintenanceMessages,
} from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import { BulkForm } from '../../lists/bulk-form.tsx'
import { t } from '../../i18n/i18n.ts'
import type { BulkDialogProps } from '../../lists/list-bulk.ts'
import { useUser } from '../../stores/user-store.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { MessageFields } from './message-dialog.tsx'
import { BulkOutlook, ClearOutlook, useMessageCounts } from './message-outlook.tsx'
import { emptyMessage } from './message-period.ts'
import classes from './maintenance-messages.module.css'

/**
 * Sets the same message at many locations, or removes it from all of them. The times are in the time zone of the person,
 * because the locations may be in several zones.
 */
export function MessageBulkDialog({ count, ...bulk }: BulkDialogProps) {
  const [verb, setVerb] = useState('set')
  const timeZone = useUser(({ userPreferences }) => userPreferences.timezone)
  const counts = useMessageCounts(bulk)
  const verbs = [
    { value: 'set', label: t('Set or schedule') },
    { value: 'clear', label: t('Clear') },
  ]
  return (
    <Dialog
      opened
      onClose={bulk.onClose}
      title={
        count === '1'
          ? t('Maintenance message for 1 location')
          : t('Maintenance message for {{count}} locations', { count })
      }
      icon={IconMessage2}
      size={560}
      isBusy={bulk.isBusy}
    >
      <div className={classes.dialog}>
        <SegmentedControl aria-label={t('Action')} data={verbs} value={verb} onChange={setVerb} />
        {verb === 'set' ? (
          <BulkForm
            {...bulk}
            schema={NewMaintenanceMessage}
            defaults={emptyMessage}
            routeOf={() => setMaintenanceMessages}
            sendLabel={() => t('Show in app')}
          >
            <MessageFields timeZone={timeZone} />
            <BulkOutlook counts={counts} />
          </BulkForm>
        ) : (
          <BulkForm
            {...bulk}
            schema={bodyOf(clearMaintenanceMessages).omit({ target: true })}
            defaults={{}}
            routeOf={() => clearMaintenanceMessages}
            sendLabel={() => t('Clear messages')}
          >
            <p className={classes.none}>{t('The current message ends and scheduled messages are cancelled.')}</p>
            <ClearOutlook counts={counts} />
          </BulkForm>
        )}
      </div>
    </Dialog>
  )
}
