import { Select } from '@mantine/core'
import { IconWorld } from '@tabler/icons-react'
import { t } from '../../i18n/i18n.ts'
import { timeZones } from '../../i18n/time-zones.ts'
import { useUser } from '../../stores/user-store.ts'
import { useClock } from '../../ui/base/clock.ts'
import type { DashboardSearch } from './dashboard-address.ts'
import classes from './dashboards.module.css'

interface ZoneSelectProps {
  search: DashboardSearch
  onSearch: (search: DashboardSearch) => void
}

/** Where it is today: the last day of a period that goes on. The figures of a day follow the calendar of each location. */
export function ZoneSelect({ search, onSearch }: ZoneSelectProps) {
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
