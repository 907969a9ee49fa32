import { ActionIcon, SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  IconBuilding,
  IconCategory,
  IconCircleCheck,
  IconHeartbeat,
  IconList,
  IconMap2,
  IconTag,
  IconTags,
} from '@tabler/icons-react'
import {
  exportLocations,
  listLocationPrivateTags,
  listLocations,
  listLocationTags,
  locationHealths,
  locationStatuses,
  locationTotals,
  locationTypes,
} from '@wheelhouse/contract/locations/locations.ts'
import type { LocationRow } from '@wheelhouse/contract/locations/locations.ts'
import type { selectLocations } from '@wheelhouse/contract/locations/location-edit.ts'
import type { ReactNode } from 'react'
import { read } from '../../api/api.ts'
import { useCanCall } from '../../session/can.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import type { BulkAction } from '../../lists/list-bulk.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { cleared, listed } from '../../lists/list-search.ts'
import { locationTypeLabels } from './location-labels.ts'
import { useOrganizationChoices } from '../organizations/organization-choices.ts'
import { useLive } from '../../live/use-live.ts'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import type { Filter } from '../../ui/list-parts/filter-chip.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { DockLegend } from '../../ui/list-parts/legend.tsx'
import { StatusGlyph } from '../../ui/details/status.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'
import { LocationCard, locationColumns, totalsCells } from './location-columns.tsx'
import { filterOf } from './location-search.ts'
import type { LocationsSearch } from './location-search.ts'
import { locationPath } from './location-link.tsx'

const LocationsMap = lazyComponent(() => import('./locations-map.tsx').then((module) => module.LocationsMap))

interface LocationsScreenProps {
  /** The address is the state. */
  search: LocationsSearch
  onSearch: (search: LocationsSearch, options?: { replace: boolean }) => void
  /** Of other features: the application puts them in. */
  selections?: typeof selectLocations
  bulkActions?: readonly BulkAction[]
  /** At the right of the switch of views. */
  actions?: ReactNode
}

const rowHref = ({ id }: LocationRow): string => locationPath(id)
const rowName = ({ code, label }: LocationRow): string => `${code} ${label}`
const card = (row: LocationRow) => <LocationCard location={row} />
const byCode = { column: 'code', direction: 'asc' } as const

export function LocationsScreen({ search, onSearch, selections, bulkActions, actions }: LocationsScreenProps) {
  return (
    <ListPage
      list="locations"
      title={t('Locations')}
      route={listLocations}
      exports={exportLocations}
      selections={selections}
      bulkActions={bulkActions}
      query={filterOf(search)}
      search={search}
      onSearch={onSearch}
      sort={byCode}
      columns={locationColumns}
      card={card}
      rowHref={rowHref}
      rowName={rowName}
      filters={useLocationFilters(search, onSearch)}
      find={t('Code, name or address')}
      totals={useTotals(search)}
      legend={search.view === 'map' ? undefined : <DockLegend />}
      actions={
        <>
          <ViewSwitch search={search} onSearch={onSearch} />
          {actions}
        </>
      }
      instead={
        search.view === 'map' ? <LocationsMap search={search} onClear={() => onSearch(cleared(search))} /> : undefined
      }
      words={{
        noMatch: t('No location matches'),
        noData: t('No locations yet'),
        whyNoData: t('Locations that your organization takes part in appear here.'),
      }}
    />
  )
}

/** Table and map of the same filter; on a phone the other of the two. */
function ViewSwitch({ search, onSearch }: LocationsScreenProps) {
  const isPhone = usePhone()
  const isMap = search.view === 'map'
  const show = (view: string): void => onSearch({ ...search, view: view === 'map' ? 'map' : undefined })
  if (isPhone)
    return (
      <ActionIcon
        variant="subtle"
        aria-label={isMap ? t('Table') : t('Map')}
        onClick={() => show(isMap ? 'table' : 'map')}
      >
        {isMap ? <IconList size={22} stroke={1.75} aria-hidden /> : <IconMap2 size={22} stroke={1.75} aria-hidden />}
      </ActionIcon>
    )
  return (
    <SegmentedControl
      aria-label={t('View')}
      data={[
        { value: 'table', label: t('Table') },
        { value: 'map', label: t('Map') },
      ]}
      value={search.view ?? 'table'}
      onChange={show}
    />
  )
}

/** Over all locations of the filter. */
function useTotals(search: LocationsSearch) {
  const format = useFormat()
  const may = useCanCall(locationTotals)
  const { data } = useLive(
    locationTotals,
    { query: filterOf(search) },
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

const statusChoices = () =>
  locationStatuses.map((value) => ({
    value,
    label: t(statusStyles.location_status[value].word),
    glyph: <StatusGlyph of="location_status" value={value} />,
  }))
const healthChoices = () =>
  locationHealths.map((value) => ({
    value,
    label: t(statusStyles.health[value].word),
    glyph: <StatusGlyph of="health" value={value} />,
  }))
const typeChoices = () => locationTypes.map((value) => ({ value, label: t(locationTypeLabels[value]) }))
const is = () => ({ operators: [{ value: 'is', label: t('is') }], operator: 'is' })

/** Spec section 2: tags (and, or), organizations, statuses, health; and the type. */
function useLocationFilters(search: LocationsSearch, onSearch: (search: LocationsSearch) => void): Filter[] {
  const organizations = useOrganizationChoices()
  const tags = useTagFilter(search, onSearch, publicTags())
  const privates = useTagFilter(search, onSearch, privateTags())
  const maySeePrivate = useCanCall(listLocationPrivateTags)
  const chosen = (id: 'status' | 'health' | 'type' | 'organization_id', label: string) => ({
    ...is(),
    id,
    label,
    selected: search[id] ?? [],
    onChange: ({ selected }: { selected: string[] }) => onSearch({ ...search, [id]: listed(selected) }),
  })
  return [
    tags,
    ...(maySeePrivate ? [privates] : []),
    ...(organizations
      ? [
          {
            ...chosen('organization_id', t('Organization')),
            icon: IconBuilding,
            choices: organizations,
            isOffered: true,
          },
        ]
      : []),
    { ...chosen('status', t('Status')), icon: IconCircleCheck, choices: statusChoices(), isOffered: true },
    { ...chosen('health', t('Health')), icon: IconHeartbeat, choices: healthChoices(), isOffered: true },
    { ...chosen('type', t('Type')), icon: IconCategory, choices: typeChoices() },
  ]
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

function useTagFilter(search: LocationsSearch, onSearch: (search: LocationsSearch) => void, kind: TagKind): Filter {
  const { id, label, icon, route, key, mode, isOffered } = kind
  const may = useCanCall(route)
  const { data: tags = [] } = useQuery({ ...read<typeof route>(route, {}), enabled: may })
  return {
    id,
    label,
    icon,
    isOffered,
    operators: [
      {
        value: 'any',
        label: t('any of'),
      },
      {
        value: 'all',
        label: t('all of'),
      },
    ],
    operator: search[mode] ?? 'any',
    choices: tags.map(({ tag, locations }) => ({
      value: tag,
      label: tag,
      count: locations,
    })),
    selected: asTyped(search[key] ?? [], tags),
    onChange: ({ operator, selected }) =>
      onSearch({
        ...search,
        [key]: listed(selected),
        [mode]: operator === 'all' && selected.length > 0 ? 'all' : undefined,
      }),
  }
}

/** An address may write a tag in other letters than the list does. */
const asTyped = (chosen: readonly string[], tags: readonly { tag: string }[]): string[] =>
  chosen.map((one) => tags.find(({ tag }) => tag.toLowerCase() === one.toLowerCase())?.tag ?? one)
