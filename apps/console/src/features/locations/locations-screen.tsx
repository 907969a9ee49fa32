import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  IconAlertCircle,
  IconCategory,
  IconCircleCheck,
  IconCurrentLocation,
  IconHeartbeat,
  IconList,
  IconMap2,
  IconTag,
  IconTags,
} from '@tabler/icons-react'
import {
  attentionSearch,
  deviceIssueKinds,
  listLocationPrivateTags,
  listLocationTags,
  locationTotals,
} from '@wheelhouse/contract/locations/locations.ts'
import type { LocationRow, locations } from '@wheelhouse/contract/locations/locations.ts'
import type { ReactNode } from 'react'
import { read } from '../../api/api.ts'
import { useCan, useCanCall } from '../../session/can.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import type { BulkAction } from '../../lists/list-bulk.ts'
import { ListPage } from '../../lists/list-page.tsx'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import type { Chips } from '../../lists/list-filters.tsx'
import { cleared } from '../../lists/list-search.ts'
import { issueLabels, locationTypeLabels } from './location-labels.ts'
import { useDashboardChip } from '../dashboards/dashboard-choices.ts'
import { useOrganizationChip } from '../organizations/organization-choices.ts'
import { useLive } from '../../live/use-live.ts'
import { askPosition, useResumedPosition } from '../../stores/position.ts'
import type { Position } from '../../stores/position.ts'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { ToggleChip } from '../../ui/list-parts/filter-chip.tsx'
import type { Filter } from '../../ui/list-parts/filter-chip.tsx'
import { IconButton } from '../../ui/base/button.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { Segments } from '../../ui/base/segments.tsx'
import { DockLegend } from '../../ui/list-parts/legend.tsx'
import { StatusGlyph } from '../../ui/details/status.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'
import { LocationCard, LocationIssues, locationColumns, totalsCells } from './location-columns.tsx'
import { locationsAddress } from './locations-address.ts'
import type { LocationsSearch } from './locations-address.ts'
import { locationPath } from './location-link.tsx'
import classes from './locations.module.css'

const LocationsMap = lazyComponent(() => import('./locations-map.tsx').then((module) => module.LocationsMap))

interface ScreenProps extends ListScreenProps<typeof locationsAddress> {
  /** Of other features: the application puts them in. */
  bulkActions?: readonly BulkAction[]
  /** At the right of the export. */
  actions?: ReactNode
}

const rowHref = ({ id }: LocationRow): string => locationPath(id)
const rowName = ({ code, label }: LocationRow): string => `${code} ${label}`
const card = (row: LocationRow) => <LocationCard location={row} />
const cardMore = (row: LocationRow) => <LocationIssues location={row} />

export function LocationsScreen({ search, onSearch, bulkActions, actions }: ScreenProps) {
  const isTable = search.view !== 'map'
  const mayLog = useMayLog()
  const { near, chip: nearChip, notice } = useNearMe({ search, onSearch }, usePhone() && isTable)
  return (
    <ListPage
      address={locationsAddress}
      // By distance from nowhere is no order: until the position is known the list keeps its usual one.
      search={near === undefined && search.sort === 'distance' ? { ...search, sort: undefined } : search}
      onSearch={onSearch}
      title={t('Locations')}
      columns={locationColumns}
      card={card}
      cardMore={cardMore}
      rowHref={rowHref}
      rowName={rowName}
      bulkActions={bulkActions}
      filters={useLocationChips(search, onSearch)}
      query={near === undefined ? undefined : { near }}
      filterLead={nearChip}
      filterNotice={notice}
      find={t('Code, name or address')}
      totals={useTotals(search)}
      legend={isTable ? <DockLegend /> : undefined}
      viewSwitch={<ViewSwitch search={search} onSearch={onSearch} />}
      actions={actions}
      offeredView={{ label: t('Needs attention'), search: attentionSearch(mayLog ? undefined : deviceIssueKinds) }}
      instead={
        search.view === 'map' ? (
          <LocationsMap
            search={search}
            onClear={() => onSearch(cleared(search))}
            onCamera={(camera) => onSearch({ ...search, camera }, { replace: true })}
          />
        ) : undefined
      }
      words={{
        noMatch: t('No location matches'),
        noData: t('No locations yet'),
        whyNoData: t('Locations of your organization appear here.'),
      }}
    />
  )
}

/** About a hundred metres, as the list takes it: where exactly someone is stays in the browser. */
const nearOf = ({ latitude, longitude }: Position): string => `${latitude.toFixed(3)},${longitude.toFixed(3)}`

interface NearMe {
  /** What the list is asked with. */
  near: string | undefined
  chip: ReactNode
  notice: ReactNode
}

/** On a phone: the nearest first. The browser asks for the position on the tap, and never before. */
function useNearMe({ search, onSearch }: Pick<ScreenProps, 'search' | 'onSearch'>, isPhone: boolean): NearMe {
  const { at, state } = useResumedPosition(isPhone)
  if (!isPhone) return { near: undefined, chip: null, notice: null }
  const isSorted = search.sort === 'distance'
  const toggle = (): void => {
    if (!isSorted || at === null) askPosition()
    onSearch({ ...search, sort: isSorted && at !== null ? undefined : 'distance', order: undefined }, { replace: true })
  }
  return {
    near: isSorted && at !== null ? nearOf(at) : undefined,
    chip: (
      <ToggleChip
        icon={IconCurrentLocation}
        isOn={isSorted && at !== null}
        isBusy={state === 'asking'}
        onToggle={toggle}
      >
        {t('Near me')}
      </ToggleChip>
    ),
    notice: isSorted && (state === 'refused' || state === 'unknown') && (
      <p className={classes.notice} role="status">
        {state === 'refused'
          ? t('This browser does not allow the console to read your position.')
          : t('Your position could not be found.')}
      </p>
    ),
  }
}

/** Table and map of the same filter; on a phone the other of the two. */
function ViewSwitch({ search, onSearch }: ScreenProps) {
  const isPhone = usePhone()
  const isMap = search.view === 'map'
  const show = (view: string): void =>
    onSearch({ ...search, view: view === 'map' ? 'map' : undefined, camera: undefined })
  if (isPhone)
    return (
      <IconButton
        variant="subtle"
        aria-label={isMap ? t('Table') : t('Map')}
        onClick={() => show(isMap ? 'table' : 'map')}
      >
        {isMap ? <IconList size={22} aria-hidden /> : <IconMap2 size={22} aria-hidden />}
      </IconButton>
    )
  return (
    <Segments
      label={t('View')}
      choices={[
        { value: 'table', label: t('Table') },
        { value: 'map', label: t('Map') },
      ]}
      value={search.view ?? 'table'}
      onChange={show}
    />
  )
}

/** Urgent log entries are issues for those who read the log. */
const useMayLog = (): boolean => useCan({ location: ['GET_MAINTENANCE_LOG_ENTRIES'] })

/** Over all locations of the filter. */
function useTotals(search: LocationsSearch) {
  const format = useFormat()
  const may = useCanCall(locationTotals)
  const { data } = useLive(
    locationTotals,
    { query: locationsAddress.filter(search) },
    { enabled: may, placeholderData: keepPreviousData },
  )
  return (
    data && {
      cells: totalsCells(data, (value) => format.number(value)),
      label:
        data.locations === 1
          ? t('Totals, 1 location')
          : t('Totals, {{count}} locations', { count: format.number(data.locations) }),
    }
  )
}

/** Spec section 2: tags (and, or), organizations, statuses, health; and the type. */
function useLocationChips(search: LocationsSearch, onSearch: ScreenProps['onSearch']): Chips<typeof locations> {
  const tag = useTagFilter(search, onSearch, publicTags())
  const privateTag = useTagFilter(search, onSearch, privateTags())
  const organization = useOrganizationChip(search)
  const mayPrivate = useCanCall(listLocationPrivateTags)
  const mayLog = useMayLog()
  // A phone shows two or three of them at once: what is wrong comes first.
  return {
    issue: chip(t('Issues'), IconAlertCircle, issueLabels, { without: mayLog ? undefined : 'log_entry' }),
    health: chip(t('Health'), IconHeartbeat, statusStyles.health, {
      glyph: (value) => <StatusGlyph of="health" value={value} />,
    }),
    status: chip(t('Status'), IconCircleCheck, statusStyles.location_status, {
      glyph: (value) => <StatusGlyph of="location_status" value={value} />,
    }),
    tag,
    private_tag: mayPrivate ? privateTag : null,
    // Operators of the chips of tags.
    tag_mode: null,
    near: null,
    private_tag_mode: null,
    organization_id: organization,
    dashboard_id: useDashboardChip(search.dashboard_id, () => onSearch({ ...search, dashboard_id: undefined })),
    type: chip(t('Type'), IconCategory, locationTypeLabels, { isOffered: false }),
    created_at: ageChip(t('Created')),
    launched_at: ageChip(t('Launched')),
  }
}

const publicTags = () =>
  ({
    id: 'tags',
    label: t('Tags'),
    icon: IconTag,
    route: listLocationTags,
    key: 'tag',
    mode: 'tag_mode',
    isOffered: true,
  }) as const
const privateTags = () =>
  ({
    id: 'private-tags',
    label: t('Private tags'),
    icon: IconTags,
    route: listLocationPrivateTags,
    key: 'private_tag',
    mode: 'private_tag_mode',
    isOffered: false,
  }) as const

type TagKind = ReturnType<typeof publicTags> | ReturnType<typeof privateTags>

function useTagFilter(search: LocationsSearch, onSearch: ScreenProps['onSearch'], kind: TagKind): Filter {
  const { id, label, icon, route, key, mode, isOffered } = kind
  const may = useCanCall(route)
  const { data: tags = [] } = useQuery({ ...read<typeof route>(route, {}), enabled: may })
  const none = search[`${key}_not`]
  return {
    id,
    label,
    icon,
    isOffered,
    operators: [
      { value: 'any', label: t('any of') },
      { value: 'all', label: t('all of') },
      { value: 'none', label: t('none of') },
    ],
    operator: none ? 'none' : (search[mode] ?? 'any'),
    choices: tags.map(({ tag, locations: count }) => ({ value: tag, label: tag, count })),
    selected: asTyped(none ?? search[key] ?? [], tags),
    onChange: ({ operator, selected }) => {
      const values = selected.length > 0 ? selected : undefined
      onSearch({
        ...search,
        [key]: operator === 'none' ? undefined : values,
        [`${key}_not`]: operator === 'none' ? values : undefined,
        [mode]: operator === 'all' && values ? 'all' : undefined,
      })
    },
  }
}

/** An address may write a tag in other letters than the list does. */
const asTyped = (chosen: readonly string[], tags: readonly { tag: string }[]): string[] =>
  chosen.map((one) => tags.find(({ tag }) => tag.toLowerCase() === one.toLowerCase())?.tag ?? one)
