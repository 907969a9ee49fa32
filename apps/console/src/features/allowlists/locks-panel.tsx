import { IconProgress, IconRefresh } from '@tabler/icons-react'
import { allowlistLocks, retryAllowlistLocks } from '@wheelhouse/contract/allowlists/allowlist-targets.ts'
import type { AllowlistLock } from '@wheelhouse/contract/allowlists/allowlist-targets.ts'
import type { Allowlist } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import type { OnSearch } from '../../lists/list-address.ts'
import { ListExport } from '../../lists/list-export.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { sortableBy } from '../../lists/list-columns.ts'
import { chip, filtersOf } from '../../lists/list-filters.tsx'
import { cleared, isNarrowed, orderOf, sortedBy, sortOf } from '../../lists/list-search.ts'
import { ListRows } from '../../lists/list-rows.tsx'
import { useList } from '../../lists/list.ts'
import { useCanCall } from '../../session/can.ts'
import { DimCell, NumberCell } from '../../ui/data-table/cells.tsx'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'
import { FilterBar } from '../../ui/list-parts/filter-bar.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { DeviceLink } from '../devices/device-link.tsx'
import { deviceName } from '../devices/device-labels.ts'
import { LocationLink } from '../locations/location-link.tsx'
import { failureLabels, lockStateLabels } from './allowlist-labels.ts'
import { lockAddress } from './allowlist-address.ts'
import type { AllowlistSearch } from './allowlist-address.ts'
import classes from './allowlists.module.css'
import { Instant } from './entity-columns.tsx'

interface LocksPanelProps {
  list: Allowlist
  search: AllowlistSearch
  onSearch: OnSearch<AllowlistSearch>
}

const { failed } = allowlistLocks.says

/** Every lock behind the targets: which version it has, and what happens with those that have not got theirs. */
export function LocksPanel({ list, search, onSearch }: LocksPanelProps) {
  const may = useCanCall(allowlistLocks.route)
  const isPhone = usePhone()
  const params = { allowlist_id: list.id }
  const own = lockAddress.from(search)
  const onOwn: OnSearch<typeof own> = (next, options) => onSearch({ ...search, ...lockAddress.into(next) }, options)
  const query = { ...lockAddress.filter(own), ...orderOf(own) }
  const found = useList(allowlistLocks.route, query, { params, isLive: true, enabled: may })
  const filters = filtersOf(allowlistLocks, own, onOwn, {
    state: chip(t('State'), IconProgress, lockStateLabels),
  })
  const clear = (): void => onOwn(cleared(own))
  if (!may) return <NoPermission action="GETTARGETS" resource="whitelist" />
  const exporting = (
    <ListExport
      route={allowlistLocks.csv}
      params={params}
      query={query}
      title={t('Export hardware')}
      count={found.count ?? ''}
    />
  )
  return (
    <div className={classes.panel}>
      <FilterBar
        search={{
          value: own.q ?? '',
          placeholder: t('Location, alias or hardware ID'),
          onChange: (q) => onOwn({ ...own, q: q === '' ? undefined : q }, { replace: true }),
        }}
        filters={filters}
        onClear={clear}
        last={isPhone ? exporting : undefined}
      >
        {!isPhone && exporting}
        <ActionButton
          route={retryAllowlistLocks}
          input={{ params }}
          label={t('Try again now')}
          icon={IconRefresh}
          reason={list.locks_failed === 0 ? t('No lock has failed') : undefined}
        />
      </FilterBar>
      <ListRows
        label={t('Hardware')}
        columns={columns}
        list={found}
        failed={failed}
        sort={sortOf(own, allowlistLocks)}
        onSort={(sort) => onOwn(sortedBy(own, sort, allowlistLocks))}
        card={(lock) => <LockCard lock={lock} />}
        words={words()}
        isFiltered={isNarrowed(own)}
        onClear={clear}
        resetKey={JSON.stringify(query)}
      />
    </div>
  )
}

/** Why a lock has not got its list yet, and when it is tried again. */
function Reason({ lock }: { lock: AllowlistLock }) {
  if (lock.state === 'pending')
    return <DimCell>{lock.is_connected ? t('Being sent') : t('Waiting for the connection')}</DimCell>
  if (lock.state === 'in_sync' || lock.failure === null) return null
  return (
    <span className={classes.failure}>
      {t(failureLabels[lock.failure] ?? lock.failure.replaceAll('_', ' '))}
      <span>
        {t('next attempt')} <Instant at={lock.next_try_at} />
      </span>
    </span>
  )
}

const listColumns: readonly ListColumn<typeof allowlistLocks>[] = [
  {
    id: 'device_number',
    header: 'Device',
    cell: ({ device_id, location_id, device_type, device_number }) => (
      <DeviceLink id={device_id} locationId={location_id} type={device_type} number={device_number} />
    ),
    width: 130,
    pin: 'start',
    isHideable: false,
    exports: ['device_type', 'device_number'],
  },
  {
    id: 'location_label',
    header: 'Location',
    cell: ({ location_id, location_label, location_code }) => (
      <LocationLink id={location_id} label={location_label} code={location_code} />
    ),
    width: 250,
    isGrowing: true,
    exports: ['location_code', 'location_label'],
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <StatusText of="lock_list" value={state} />,
    width: 110,
    watch: ({ state }) => state,
  },
  {
    id: 'failure',
    header: 'Reason',
    cell: (lock) => <Reason lock={lock} />,
    width: 290,
    watch: ({ attempts }) => String(attempts),
  },
  {
    id: 'version',
    header: 'Version',
    cell: ({ version, confirmed_version }) => (
      <DimCell>
        {version === confirmed_version
          ? String(version)
          : t('{{had}} of {{wanted}}', { had: confirmed_version, wanted: version })}
      </DimCell>
    ),
    width: 90,
    exports: ['version', 'confirmed_version'],
    watch: ({ version, confirmed_version }) => `${version} ${confirmed_version}`,
  },
  { id: 'keys', header: 'Keys', cell: ({ keys }) => <NumberCell value={keys} />, width: 70, align: 'end' },
  {
    id: 'confirmed_at',
    header: 'Confirmed',
    cell: ({ confirmed_at }) => <Instant at={confirmed_at} />,
    width: 130,
    watch: ({ confirmed_at }) => confirmed_at ?? '',
  },
  { id: 'id', header: 'Hardware ID', cell: ({ id }) => <CopyableId id={id} isMono />, width: 250 },
]
const columns = sortableBy(allowlistLocks, listColumns)

const LockCard = ({ lock }: { lock: AllowlistLock }) => (
  <RowCard
    title={`${deviceName({ type: lock.device_type, number: lock.device_number })}, ${lock.location_code}`}
    trailing={<StatusText of="lock_list" value={lock.state} />}
    facts={lock.location_label}
    note={lock.state === 'failed' ? <Reason lock={lock} /> : undefined}
  >
    {lock.state === 'pending' ? <Reason lock={lock} /> : undefined}
  </RowCard>
)

const words = () => ({
  noMatch: t('No lock matches'),
  noData: t('No locks yet'),
  whyNoData: t('The locks of the target locations and devices appear here.'),
})
