import { Button, Select } from '@mantine/core'
import { IconArrowsDiff, IconCalendar, IconWorld } from '@tabler/icons-react'
import { useState } from 'react'
import { periodDaysAtMost } from '@wheelhouse/contract/calendar-days.ts'
import { compares } from '@wheelhouse/contract/dashboards/charts.ts'
import type { Compare } from '@wheelhouse/contract/dashboards/charts.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { timeZones } from '../../i18n/time-zones.ts'
import { daysOf, spanLabels, spanOf } from '../../lists/day-span.ts'
import { useUser } from '../../stores/user-store.ts'
import { useClock } from '../../ui/base/clock.ts'
import { lazyDialog } from '../../ui/base/lazy.tsx'
import { Menu, MenuItem } from '../../ui/dialogs/overlay.tsx'
import { periodLabels } from './chart-labels.ts'
import { periods, usualPeriod } from './dashboard-address.ts'
import type { DashboardSearch, Period } from './dashboard-address.ts'
import classes from './dashboards.module.css'

const DaysDialog = lazyDialog(() => import('../../lists/days-dialog.tsx').then((module) => module.DaysDialog))

interface ScopeProps {
  search: DashboardSearch
  onSearch: (search: DashboardSearch) => void
}

const compareLabels: Record<Compare, string> = {
  previous: 'Previous period',
  year: 'A year earlier',
  none: 'No comparison',
}

/** Which days, beside which, and on whose calendar. */
export const DashboardScope = ({ search, onSearch }: ScopeProps) => (
  <div className={classes.scope}>
    <PeriodMenu search={search} onSearch={onSearch} />
    <Select
      className={classes.compare}
      aria-label={t('Compare with')}
      leftSection={<IconArrowsDiff size={15} aria-hidden />}
      data={compares.map((value) => ({ value, label: t(compareLabels[value]) }))}
      value={search.compare ?? 'previous'}
      allowDeselect={false}
      onChange={(value) => onSearch({ ...search, compare: value === 'year' || value === 'none' ? value : undefined })}
    />
    <ZoneSelect search={search} onSearch={onSearch} />
  </div>
)

function PeriodMenu({ search, onSearch }: ScopeProps) {
  const [isChoosing, setChoosing] = useState(false)
  const format = useFormat()
  const own = daysOf(search.period)
  const label = own ? spanLabels(own, format.fullDay) : t(periodLabels[(search.period ?? usualPeriod) as Period])
  const choose = (period: DashboardSearch['period']): void =>
    onSearch({ ...search, period: period === usualPeriod ? undefined : period })
  return (
    <>
      <Menu target={<Button leftSection={<IconCalendar size={15} />}>{label}</Button>}>
        {periods.map((period) => (
          <MenuItem key={period} onClick={() => choose(period)}>
            {t(periodLabels[period])}
          </MenuItem>
        ))}
        <MenuItem onClick={() => setChoosing(true)}>{t('Custom dates…')}</MenuItem>
      </Menu>
      <DaysDialog
        opened={isChoosing}
        title={t('Period')}
        days={own}
        most={periodDaysAtMost}
        onChoose={(days) => (setChoosing(false), choose(spanOf(days)))}
        onClose={() => setChoosing(false)}
      />
    </>
  )
}

/** Where it is today: the last day of a period that goes on. The figures of a day follow the calendar of each location. */
function ZoneSelect({ search, onSearch }: ScopeProps) {
  const own = useUser((state) => state.userPreferences.timezone)
  const now = useClock(3_600_000, (at) => at)
  const zone = search.zone ?? own
  return (
    <Select
      className={classes.zone}
      aria-label={t('Time zone')}
      data-tip={t('The period ends today in this time zone. The days of each location follow its own time zone.')}
      leftSection={<IconWorld size={15} aria-hidden />}
      data={timeZones(zone, new Date(now))}
      value={zone}
      searchable
      allowDeselect={false}
      limit={50}
      onChange={(value) => onSearch({ ...search, zone: value === null || value === own ? undefined : value })}
    />
  )
}
