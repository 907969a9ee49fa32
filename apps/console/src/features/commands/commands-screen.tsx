import { IconClock, IconFlag, IconMessage, IconTerminal2 } from '@tabler/icons-react'
import { recordOf } from '@wheelhouse/contract/certain.ts'
import { commandNames } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { commands, commandStatuses } from '@wheelhouse/contract/commands/commands.ts'
import type { CommandReason } from '@wheelhouse/contract/commands/command-bodies.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { ListScreenProps, SearchOf } from '../../lists/list-address.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import type { Chips } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { localDaysChip } from '../../lists/chart-chips.ts'
import { linkedChip, linkedDeviceChip } from '../../lists/linked-chip.ts'
import { PeriodOrDays } from '../../lists/periods.ts'
import { useSpan } from '../../lists/use-span.ts'
import { periodChip } from '../../lists/when-chips.tsx'
import { durationText } from '../../ui/form/duration.ts'
import type { Choice } from '../../ui/list-parts/choice-list.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'
import type { Filter } from '../../ui/list-parts/filter-chip.tsx'
import { useDashboardChip } from '../dashboards/dashboard-choices.ts'
import { useOrganizationChip } from '../organizations/organization-choices.ts'
import { useLocationChip } from '../locations/location-choices.ts'
import { CommandListCard, commandListColumns } from './command-columns.tsx'
import type { ListedCommand } from './command-columns.tsx'
import { commandLabel, reasonLabels } from './command-offers.ts'

export const commandsAddress = listAddress(commands, { period: PeriodOrDays }, ['from', 'to'])

type CommandsSearch = SearchOf<typeof commandsAddress>

const card = (row: ListedCommand) => <CommandListCard command={row} />

const statusLabels = recordOf(commandStatuses, (status) => statusStyles.command[status].word)
const spans = [
  [60, 'Last hour'],
  [1_440, 'Last 24 hours'],
  [10_080, 'Last 7 days'],
] as const

/** An address may ask for any other time. */
function spanChoices(minutes: number | undefined): Choice[] {
  const named = spans.map(([value, label]) => ({ value: String(value), label: t(label) }))
  return minutes === undefined || spans.some(([value]) => value === minutes)
    ? named
    : [...named, { value: String(minutes), label: t('Last {{time}}', { time: durationText(minutes) }) }]
}

const spanChip = (minutes: number | undefined, onMinutes: (minutes: number | undefined) => void): Filter => ({
  id: 'minutes',
  label: t('Sent'),
  icon: IconClock,
  operators: [{ value: 'is', label: t('is') }],
  operator: 'is',
  isOffered: true,
  isSingle: true,
  choices: spanChoices(minutes),
  selected: minutes === undefined ? [] : [String(minutes)],
  onChange: ({ selected: [value] }) => onMinutes(value === undefined ? undefined : Number(value)),
})

/** What links from a person, a device or its hardware ask for. */
const linkedChips = (search: CommandsSearch, onSearch: (search: CommandsSearch) => void) => ({
  requested_by: linkedChip({
    id: 'requested_by',
    label: t('Sent by'),
    value: search.requested_by,
    text: t('this person'),
    onRemove: () => onSearch({ ...search, requested_by: undefined }),
  }),
  device_id: linkedDeviceChip(search.device_id, () => onSearch({ ...search, device_id: undefined })),
  hardware_id: linkedChip({
    id: 'hardware_id',
    label: t('Hardware'),
    value: search.hardware_id,
    text: search.hardware_id ?? '',
    onRemove: () => onSearch({ ...search, hardware_id: undefined }),
  }),
})

/** Every command of the locations that one sees: what was sent, by whom, and how it ended. */
export function CommandsScreen({ search, onSearch }: ListScreenProps<typeof commandsAddress>) {
  const format = useFormat()
  const span = useSpan(search)
  const filters: Chips<typeof commands> = {
    minutes: spanChip(search.minutes, (minutes) => onSearch({ ...search, minutes })),
    from: periodChip(t('Sent on'), search.period, format, (period) => onSearch({ ...search, period })),
    to: null,
    days: localDaysChip(search.days, format, () => onSearch({ ...search, days: undefined })),
    status: chip(t('Status'), IconFlag, statusLabels),
    name: {
      label: t('Command'),
      icon: IconTerminal2,
      choices: commandNames.map((value) => ({ value, label: commandLabel(value) })),
    },
    reason: chip<CommandReason>(t('Reason'), IconMessage, reasonLabels, { isOffered: false }),
    location_id: useLocationChip(search),
    organization_id: useOrganizationChip(search, { isOffered: false }),
    dashboard_id: useDashboardChip(search.dashboard_id, () => onSearch({ ...search, dashboard_id: undefined })),
    created_at: ageChip(t('Age')),
    ...linkedChips(search, onSearch),
  }
  return (
    <ListPage
      address={commandsAddress}
      search={search}
      onSearch={onSearch}
      title={t('Commands')}
      query={span}
      timeColumn="created_at"
      columns={commandListColumns}
      card={card}
      filters={filters}
      words={{
        noMatch: t('No command matches'),
        noData: t('No commands yet'),
        whyNoData: t('Commands that people and the system send to devices appear here with their results.'),
      }}
    />
  )
}
