import { Button } from '@mantine/core'
import { IconMapPinPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import {
  addAllowlistTargets,
  allowlistTargetDevices,
  allowlistTargetLocations,
  removeAllowlistTargets,
} from '@wheelhouse/contract/allowlists/allowlist-targets.ts'
import type { TargetDevice, TargetLocation } from '@wheelhouse/contract/allowlists/allowlist-targets.ts'
import type { Allowlist } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { orderOf, sortedBy, sortOf } from '../../lists/list-search.ts'
import type { ListSearch } from '../../lists/list-search.ts'
import { ListRows } from '../../lists/list-rows.tsx'
import { useList } from '../../lists/list.ts'
import type { List } from '../../lists/list.ts'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import type { Column } from '../../ui/data-table/columns.ts'
import { DimCell } from '../../ui/data-table/cells.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { DeviceLink } from '../devices/device-link.tsx'
import { deviceName } from '../devices/device-labels.ts'
import { LocationLink } from '../locations/location-link.tsx'
import { SyncOf } from './allowlist-columns.tsx'
import classes from './allowlists.module.css'
import { Instant } from './entity-columns.tsx'

const AddTargetsDialog = lazyComponent(() =>
  import('./add-targets-dialog.tsx').then((module) => module.AddTargetsDialog),
)

/** Where an allowlist counts: whole locations, and single devices. */
export function TargetsPanel({ list }: { list: Allowlist }) {
  const may = useCanCall(allowlistTargetLocations.route)
  const mayAdd = useCanCall(addAllowlistTargets)
  const [isAdding, setAdding] = useState(false)
  if (!may) return <NoPermission action="GETTARGETS" resource="whitelist" />
  const add = mayAdd && (
    <Button leftSection={<IconMapPinPlus size={15} stroke={1.75} />} onClick={() => setAdding(true)}>
      {t('Add targets')}
    </Button>
  )
  return (
    <div className={classes.panel}>
      <Locations list={list} add={add} />
      <Devices list={list} />
      {isAdding && <AddTargetsDialog list={list} onClose={() => setAdding(false)} />}
    </div>
  )
}

function Locations({ list, add }: { list: Allowlist; add: ReactNode }) {
  const [order, setOrder] = useState<ListSearch>({})
  const found = useList(allowlistTargetLocations.route, orderOf(order), {
    params: { allowlist_id: list.id },
    isLive: true,
  })
  return (
    <section>
      <SectionHead title={t('Locations')} count={found.total?.total} detail={hiddenText(list, found)} actions={add} />
      <ListRows
        label={t('Target locations')}
        columns={locationColumns(list)}
        list={found}
        failed={allowlistTargetLocations.says.failed}
        isWhole
        sort={sortOf(order, allowlistTargetLocations)}
        onSort={(sort) => setOrder(sortedBy(order, sort, allowlistTargetLocations))}
        card={(target) => <LocationCard target={target} list={list} />}
        words={{
          noData: t('No target locations'),
          whyNoData: t('A location means every lock in it, also those that are installed later.'),
        }}
      />
    </section>
  )
}

/** A target at a location that the reader does not see is counted and not named. */
function hiddenText({ target_locations }: Allowlist, found: List<TargetLocation>): string | undefined {
  const hidden = target_locations - (found.total?.total ?? target_locations)
  if (hidden <= 0) return undefined
  return hidden === 1 ? t('and 1 that you may not see') : t('and {{count}} that you may not see', { count: hidden })
}

function Devices({ list }: { list: Allowlist }) {
  const [order, setOrder] = useState<ListSearch>({})
  const found = useList(allowlistTargetDevices.route, orderOf(order), {
    params: { allowlist_id: list.id },
    isLive: true,
  })
  return (
    <section>
      <SectionHead title={t('Devices')} count={found.total?.total} />
      <ListRows
        label={t('Target devices')}
        columns={deviceColumns(list)}
        list={found}
        failed={allowlistTargetDevices.says.failed}
        isWhole
        sort={sortOf(order, allowlistTargetDevices)}
        onSort={(sort) => setOrder(sortedBy(order, sort, allowlistTargetDevices))}
        card={(target) => <DeviceCard target={target} list={list} />}
        words={{
          noData: t('No single devices'),
          whyNoData: t('Docks, lockers or doors that are reserved, while the rest of their location is open.'),
        }}
      />
    </section>
  )
}

interface Removable {
  id: string
  name: string
}

const RemoveTarget = ({ list, target }: { list: Allowlist; target: Removable }) => (
  <ActionButton
    route={removeAllowlistTargets}
    input={{ params: { allowlist_id: list.id }, body: { ids: [target.id] } }}
    label={t('Remove {{name}}', { name: target.name })}
    icon={IconTrash}
    isIconOnly
    confirm={{
      title: t('Take the allowlist off {{name}}?', { name: target.name }),
      children: t('Its locks open for everybody again, unless another active allowlist is on them.'),
      confirmLabel: t('Remove target'),
      keepLabel: t('Keep target'),
      isDanger: true,
    }}
  />
)

const locationName = ({ location_code, location_label }: TargetLocation): string => `${location_code} ${location_label}`
const nameOfDevice = ({ device_type: type, device_number: number, location_code }: TargetDevice): string =>
  `${deviceName({ type, number })}, ${location_code}`

const locationColumns = (list: Allowlist): readonly Column<TargetLocation>[] => [
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
  { id: 'address', header: 'Address', cell: ({ address }) => <DimCell>{address}</DimCell>, width: 220 },
  { id: 'locks', header: 'On hardware', cell: (target) => <SyncOf {...target} />, width: 170 },
  {
    id: 'created_at',
    header: 'Added',
    cell: ({ created_at }) => <Instant at={created_at} />,
    width: 130,
    isSortable: true,
  },
  {
    id: 'remove',
    header: '',
    cell: (target) => <RemoveTarget list={list} target={{ id: target.id, name: locationName(target) }} />,
    width: 56,
  },
]

const deviceColumns = (list: Allowlist): readonly Column<TargetDevice>[] => [
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
  { id: 'locks', header: 'On hardware', cell: (target) => <SyncOf {...target} />, width: 170 },
  {
    id: 'created_at',
    header: 'Added',
    cell: ({ created_at }) => <Instant at={created_at} />,
    width: 130,
    isSortable: true,
  },
  {
    id: 'remove',
    header: '',
    cell: (target) => <RemoveTarget list={list} target={{ id: target.id, name: nameOfDevice(target) }} />,
    width: 56,
  },
]

const LocationCard = ({ target, list }: { target: TargetLocation; list: Allowlist }) => (
  <RowCard
    title={locationName(target)}
    trailing={<RemoveTarget list={list} target={{ id: target.id, name: locationName(target) }} />}
    childrenTrailing={<SyncOf {...target} />}
  >
    {target.address}
  </RowCard>
)

const DeviceCard = ({ target, list }: { target: TargetDevice; list: Allowlist }) => (
  <RowCard
    title={nameOfDevice(target)}
    trailing={<RemoveTarget list={list} target={{ id: target.id, name: nameOfDevice(target) }} />}
    childrenTrailing={<SyncOf {...target} />}
  >
    {target.location_label}
  </RowCard>
)
