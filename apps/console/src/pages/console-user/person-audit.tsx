import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { consoleUserAudit } from '@wheelhouse/contract/console-users/console-user-edit.ts'
import classes from '../../features/console-users/console-users.module.css'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { t } from '../../i18n/i18n.ts'
import { auditPathOf } from './audit-links.ts'

const ranges = ['30', '90', '365'] as const

/** What a person did and what was done to them, within a range. */
export function PersonAudit({ id }: { id: string }) {
  const [days, setDays] = useState<(typeof ranges)[number]>('30')
  return (
    <>
      <div className={classes.range}>
        <SegmentedControl
          aria-label={t('Range')}
          data={ranges.map((value) => ({ value, label: t('{{count}} days', { count: value }) }))}
          value={days}
          onChange={setDays}
        />
      </div>
      <ThingEvents
        key={days}
        route={consoleUserAudit.route}
        params={{ console_user_id: id }}
        days={Number(days)}
        exports={consoleUserAudit.csv}
        pathOf={(event) => (event.resource_id === id ? undefined : auditPathOf(event))}
      />
    </>
  )
}
