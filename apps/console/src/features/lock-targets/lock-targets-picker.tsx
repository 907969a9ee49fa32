import { useState } from 'react'
import type { ReactNode } from 'react'
import type { TargetDevice, TargetLocation } from '@wheelhouse/contract/lock-targets/lock-targets.ts'
import type { SayingRoute } from '@wheelhouse/contract/route.ts'
import { t } from '../../i18n/i18n.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { ListRows } from '../../lists/list-rows.tsx'
import { orderOf, sortedBy, sortOf } from '../../lists/list-search.ts'
import type { ListSearch, Sorted } from '../../lists/list-search.ts'
import { useList } from '../../lists/list.ts'
import type { List, ListRoute, RowOf } from '../../lists/list.ts'
import type { Sort } from '../../ui/data-table/table-head.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import classes from './lock-targets.module.css'
import { deviceColumns, deviceTarget, locationColumns, locationTarget } from './target-columns.tsx'
import type { NamedTarget, TargetCells } from './target-columns.tsx'

export { AddLockTargetsDialog } from './add-lock-targets-dialog.tsx'
export type { NamedTarget }

interface TargetList<Row> {
  found: List<Row>
  sort: Sort
  onSort: (sort: Sort) => void
  failed: string
  /** Its file, in the order that is shown. */
  file: { route: SayingRoute; params: Record<string, string>; query: Record<string, unknown> }
}

/** One of the two lists of targets, live, in the order that the person picks. */
export function useTargetList<R extends ListRoute>(
  list: Sorted & { route: R; csv: SayingRoute; says: { failed: string } },
  params: Record<string, string>,
): TargetList<RowOf<R>> {
  const [order, setOrder] = useState<ListSearch>({})
  const query = orderOf(order)
  const found = useList(list.route, query, { params, isLive: true })
  const onSort = (sort: Sort): void => setOrder(sortedBy(order, sort, list))
  const file = { route: list.csv, params, query: { ...query } }
  return { found, sort: sortOf(order, list), onSort, failed: list.says.failed, file }
}

interface LockTargetsProps extends TargetCells {
  locations: TargetList<TargetLocation>
  devices: TargetList<TargetDevice>
  /** How many there are, with those at places that the reader does not see. */
  totals: { locations: number; devices: number }
  /** Why one would name single devices. */
  whyDevices: string
  /** The button that adds. */
  add: ReactNode
}

/** Where an allowlist or a subscription counts: whole locations, and single devices. */
export function LockTargets({ locations, devices, totals, whyDevices, add, ...cells }: LockTargetsProps) {
  return (
    <div className={classes.panel}>
      <section>
        <SectionHead
          title={t('Locations')}
          count={locations.found.total?.total}
          detail={hiddenText(totals.locations, locations.found)}
          actions={
            <>
              <TargetsExport list={locations} title={t('Export target locations')} />
              {add}
            </>
          }
        />
        <ListRows
          label={t('Target locations')}
          columns={locationColumns(cells)}
          list={locations.found}
          failed={locations.failed}
          isWhole
          sort={locations.sort}
          onSort={locations.onSort}
          card={(target) => (
            <RowCard
              title={locationTarget(target).name}
              trailing={cells.remove(locationTarget(target))}
              childrenTrailing={cells.sync(target)}
            >
              {target.address}
            </RowCard>
          )}
          words={{
            noData: t('No target locations'),
            whyNoData: t('A location includes all its locks, also those installed later.'),
          }}
        />
      </section>
      <section>
        <SectionHead
          title={t('Devices')}
          count={devices.found.total?.total}
          detail={hiddenText(totals.devices, devices.found)}
          actions={<TargetsExport list={devices} title={t('Export target devices')} />}
        />
        <ListRows
          label={t('Target devices')}
          columns={deviceColumns(cells)}
          list={devices.found}
          failed={devices.failed}
          isWhole
          sort={devices.sort}
          onSort={devices.onSort}
          card={(target) => (
            <RowCard
              title={deviceTarget(target).name}
              trailing={cells.remove(deviceTarget(target))}
              childrenTrailing={cells.sync(target)}
            >
              {target.location_label}
            </RowCard>
          )}
          words={{ noData: t('No single devices'), whyNoData: whyDevices }}
        />
      </section>
    </div>
  )
}

function TargetsExport<Row>({ list: { file, found }, title }: { list: TargetList<Row>; title: string }) {
  if (found.rows.length === 0) return null
  return <ListExport {...file} title={title} count={found.count ?? ''} />
}

/** A target at a location that the reader does not see is counted and not named. */
function hiddenText(all: number, found: List<object>): string | undefined {
  const hidden = all - (found.total?.total ?? all)
  if (hidden <= 0) return undefined
  return hidden === 1 ? t('and 1 that you may not see') : t('and {{count}} that you may not see', { count: hidden })
}
