import { Button } from '@mantine/core'
import { IconMapPinPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import {
  addSubscriptionTargets,
  removeSubscriptionTargets,
  subscriptionDevices,
  subscriptionLocations,
} from '@wheelhouse/contract/subscriptions/subscription-targets.ts'
import type {
  SubscriptionDevice,
  SubscriptionLocation,
} from '@wheelhouse/contract/subscriptions/subscription-targets.ts'
import type { Subscription } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { orderOf, sortedBy, sortOf } from '../../lists/list-search.ts'
import type { ListSearch } from '../../lists/list-search.ts'
import { useList } from '../../lists/list.ts'
import type { List } from '../../lists/list.ts'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import type { Column } from '../../ui/data-table/columns.ts'
import { DimCell, Nothing } from '../../ui/data-table/cells.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { ErrorState, NoData } from '../../ui/frame/states.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { DeviceLink } from '../devices/device-link.tsx'
import { deviceName } from '../devices/device-labels.ts'
import { LocationLink } from '../locations/location-link.tsx'
import { Moment } from './subscriber-columns.tsx'
import classes from './subscriptions.module.css'

const AddTargetsDialog = lazyComponent(() =>
  import('./add-targets-dialog.tsx').then((module) => module.AddTargetsDialog),
)

/** Where a subscription counts: whole locations, and single devices. */
export function TargetsPanel({ row }: { row: Subscription }) {
  const mayAdd = useCanCall(addSubscriptionTargets)
  const [isAdding, setAdding] = useState(false)
  const add = mayAdd && (
    <Button leftSection={<IconMapPinPlus size={15} stroke={1.75} />} onClick={() => setAdding(true)}>
      {t('Add locations or devices')}
    </Button>
  )
  return (
    <div className={classes.panel}>
      <Locations row={row} add={add} />
      <Devices row={row} />
      {isAdding && <AddTargetsDialog row={row} onClose={() => setAdding(false)} />}
    </div>
  )
}

const rowId = ({ id }: { id: string }): string => id

function Locations({ row, add }: { row: Subscription; add: ReactNode }) {
  const [order, setOrder] = useState<ListSearch>({})
  const params = { subscription_id: row.id }
  const found = useList(subscriptionLocations.route, orderOf(order), { params, isLive: true })
  return (
    <section>
      <SectionHead
        title={t('Locations')}
        count={found.total?.total}
        detail={hiddenText(row.locations, found)}
        actions={add}
      />
      <DataTable
        label={t('Locations of the subscription')}
        columns={locationColumns(row)}
        rows={found.rows}
        rowId={rowId}
        total={found.total}
        hasMore={found.hasMore && found.error === null}
        onLoadMore={found.loadMore}
        onView={found.onView}
        isLoading={found.isLoading}
        isWhole
        sort={sortOf(order, subscriptionLocations)}
        onSort={(sort) => setOrder(sortedBy(order, sort, subscriptionLocations))}
        card={(target) => (
          <TargetCard row={row} target={{ id: target.id, name: locationName(target), detail: target.address }} />
        )}
        state={stateOf(
          found,
          subscriptionLocations.says.failed,
          t('No locations'),
          t('A location means every lock in it, also those that are installed later.'),
        )}
      />
    </section>
  )
}

/** A target at a location that the reader does not see is counted and not named. */
function hiddenText(all: number, found: List<object>): string | undefined {
  const hidden = all - (found.total?.total ?? all)
  if (hidden <= 0) return undefined
  return hidden === 1 ? t('and 1 that you may not see') : t('and {{count}} that you may not see', { count: hidden })
}

function Devices({ row }: { row: Subscription }) {
  const [order, setOrder] = useState<ListSearch>({})
  const params = { subscription_id: row.id }
  const found = useList(subscriptionDevices.route, orderOf(order), { params, isLive: true })
  return (
    <section>
      <SectionHead title={t('Devices')} count={found.total?.total} detail={hiddenText(row.devices, found)} />
      <DataTable
        label={t('Devices of the subscription')}
        columns={deviceColumns(row)}
        rows={found.rows}
        rowId={rowId}
        total={found.total}
        hasMore={found.hasMore && found.error === null}
        onLoadMore={found.loadMore}
        onView={found.onView}
        isLoading={found.isLoading}
        isWhole
        sort={sortOf(order, subscriptionDevices)}
        onSort={(sort) => setOrder(sortedBy(order, sort, subscriptionDevices))}
        card={(target) => (
          <TargetCard row={row} target={{ id: target.id, name: nameOfDevice(target), detail: target.location_label }} />
        )}
        state={stateOf(
          found,
          subscriptionDevices.says.failed,
          t('No single devices'),
          t('Docks, lockers or doors for subscribers, while the rest of their location is not part of it.'),
        )}
      />
    </section>
  )
}

interface NamedTarget {
  id: string
  name: string
}

const RemoveTarget = ({ row, target }: { row: Subscription; target: NamedTarget }) => (
  <ActionButton
    route={removeSubscriptionTargets}
    input={{ params: { subscription_id: row.id }, body: { ids: [target.id] } }}
    label={t('Remove {{name}}', { name: target.name })}
    icon={IconTrash}
    isIconOnly
    confirm={{
      title: t('Take the subscription off {{name}}?', { name: target.name }),
      children: row.is_exclusive
        ? t('Its locks open for everybody again, unless an allowlist or another subscription is on them.')
        : t('Subscribers pay for parking there like everybody else.'),
      confirmLabel: t('Remove from subscription'),
      keepLabel: t('Keep it'),
      isDanger: true,
    }}
  />
)

const locationName = ({ location_code, location_label }: SubscriptionLocation): string =>
  `${location_code} ${location_label}`
const nameOfDevice = ({ device_type: type, device_number: number, location_code }: SubscriptionDevice): string =>
  `${deviceName({ type, number })}, ${location_code}`

const TargetCard = ({ row, target }: { row: Subscription; target: NamedTarget & { detail: string } }) => (
  <RowCard title={target.name} trailing={<RemoveTarget row={row} target={target} />}>
    {target.detail}
  </RowCard>
)

const addedColumn = {
  id: 'created_at',
  header: 'Added',
  cell: ({ created_at }: { created_at: string }) => <Moment at={created_at} />,
  width: 130,
  isSortable: true,
}

interface LockCounts {
  locks: number
  locks_pending: number
  locks_failed: number
}

/** How far the locks know the subscribers: what failed comes first, then what waits. */
function LocksOf({ row, target }: { row: Subscription; target: LockCounts }) {
  const { locks, locks_pending: pending, locks_failed: failed } = target
  if (locks === 0) return <Nothing />
  const word = locks === 1 ? t('1 lock') : t('{{locks}} locks', { locks })
  if (!row.is_exclusive) return <DimCell>{word}</DimCell>
  if (failed > 0)
    return (
      <StatusText of="lock_list" value="failed" word={t('{{count}} of {{locks}} failed', { count: failed, locks })} />
    )
  if (pending === 0) return <StatusText of="lock_list" value="in_sync" word={word} />
  const waiting = t('{{count}} of {{locks}} pending', { count: pending, locks })
  return <StatusText of="lock_list" value="pending" word={waiting} />
}

const locksColumn = (row: Subscription) => ({
  id: 'locks',
  header: 'On hardware',
  cell: (target: LockCounts) => <LocksOf row={row} target={target} />,
  width: 170,
})

const locationColumns = (row: Subscription): readonly Column<SubscriptionLocation>[] => [
  {
    id: 'location_label',
    header: 'Location',
    cell: ({ location_id, location_label, location_code }) => (
      <LocationLink id={location_id} label={location_label} code={location_code} />
    ),
    width: 280,
    isGrowing: true,
    isSortable: true,
  },
  { id: 'address', header: 'Address', cell: ({ address }) => <DimCell>{address}</DimCell>, width: 240 },
  locksColumn(row),
  addedColumn,
  {
    id: 'remove',
    header: '',
    cell: (target) => <RemoveTarget row={row} target={{ id: target.id, name: locationName(target) }} />,
    width: 56,
  },
]

const deviceColumns = (row: Subscription): readonly Column<SubscriptionDevice>[] => [
  {
    id: 'device_number',
    header: 'Device',
    cell: ({ device_id, location_id, device_type, device_number }) => (
      <DeviceLink id={device_id} locationId={location_id} type={device_type} number={device_number} />
    ),
    width: 140,
    isSortable: true,
  },
  {
    id: 'location_label',
    header: 'Location',
    cell: ({ location_id, location_label, location_code }) => (
      <LocationLink id={location_id} label={location_label} code={location_code} />
    ),
    width: 260,
    isGrowing: true,
    isSortable: true,
  },
  { id: 'device_alias', header: 'Alias', cell: ({ device_alias }) => <DimCell>{device_alias}</DimCell>, width: 140 },
  locksColumn(row),
  addedColumn,
  {
    id: 'remove',
    header: '',
    cell: (target) => <RemoveTarget row={row} target={{ id: target.id, name: nameOfDevice(target) }} />,
    width: 56,
  },
]

function stateOf(found: List<object>, failed: string, none: string, why: string) {
  if (found.rows.length > 0 || found.isLoading) return undefined
  if (found.error !== null) return <ErrorState title={failed} detail={found.error.message} onRetry={found.retry} />
  return <NoData title={none}>{why}</NoData>
}
