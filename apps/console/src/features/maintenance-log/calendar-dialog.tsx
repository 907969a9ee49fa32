import { Button, SegmentedControl } from '@mantine/core'
import { IconCalendarShare, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import {
  createLogCalendar,
  deleteLogCalendar,
  getLogCalendar,
  logCalendarScopes,
} from '@wheelhouse/contract/maintenance-log/log-calendar.ts'
import type { LogCalendarScope } from '@wheelhouse/contract/maintenance-log/log-calendar.ts'
import { useWrite } from '../../api/api.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import classes from './maintenance-log.module.css'

const scopeLabels: Record<LogCalendarScope, string> = {
  assigned: 'Assigned to me',
  visible: 'All that I may see',
}

/** The person's secret address for a calendar program. It is shown once, since only its hash is kept. */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const { dateTime } = useFormat()
  const [scope, setScope] = useState<LogCalendarScope>('assigned')
  const [url, setUrl] = useState<string | null>(null)
  const calendar = useLive(getLogCalendar, {}, { isQuiet: true })
  const create = useWrite(createLogCalendar, { onDone: (made) => setUrl(made.url) })
  return (
    <Dialog opened onClose={onClose} title={t('Calendar address')} icon={IconCalendarShare} size={560}>
      <div className={classes.calendarDialog}>
        <p>
          {t(
            'Open log entries appear in your calendar program at their due times. Anyone who has the address can read them, so keep it secret.',
          )}
        </p>
        {url !== null && (
          <p className={classes.address}>
            <CopyableId id={url} isMono />
            <span>{t('Copy the address now. It is not shown again.')}</span>
          </p>
        )}
        <Loaded query={calendar} failed={getLogCalendar.says.failed} bones={<Skeleton lines={2} />}>
          {({ created_at, read_at }) =>
            url === null &&
            created_at !== null && (
              <p>
                {t('Your address was created on {{time}}.', { time: dateTime(created_at) })}{' '}
                {read_at === null
                  ? t('No calendar program has read it yet.')
                  : t('A calendar program last read it on {{time}}.', { time: dateTime(read_at) })}
              </p>
            )
          }
        </Loaded>
        <SegmentedControl
          aria-label={t('Which entries')}
          data={logCalendarScopes.map((value) => ({ value, label: t(scopeLabels[value]) }))}
          value={scope}
          onChange={setScope}
        />
        <div className={classes.verbs}>
          {calendar.data?.created_at && (
            <ActionButton
              route={deleteLogCalendar}
              input={{}}
              label={t('Revoke')}
              icon={IconTrash}
              confirm={{
                title: t('Revoke the calendar address?'),
                children: t('Calendar programs that use it no longer get your entries. The entries themselves stay.'),
                keepLabel: t('Keep address'),
                isDanger: true,
              }}
              onDone={() => setUrl(null)}
            />
          )}
          <Button variant="filled" loading={create.isPending} onClick={() => create.mutate({ body: { scope } })}>
            {calendar.data?.created_at ? t('Replace the address') : t('Create address')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
