import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { RowOf } from '@wheelhouse/contract/list.ts'
import { t } from '../../i18n/i18n.ts'
import { ListRows } from '../../lists/list-rows.tsx'
import { useList } from '../../lists/list.ts'
import type { List } from '../../lists/list.ts'
import type { AnyList } from '../../lists/list-address.ts'
import { sortableBy } from '../../lists/list-columns.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { Link } from '../../ui/details/link.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import classes from './organization-page.module.css'

interface RowsProps<L extends AnyList> {
  list: L
  organizationId: string
  label: string
  columns: readonly ListColumn<L>[]
  card: (row: RowOf<L>) => ReactNode
  rowHref: (row: RowOf<L>) => string
  /** The same rows on their own list, with its filters and actions. */
  allHref: string
  noData: string
}

/** A list narrowed to one organization; filters and bulk actions are on the list itself. */
export function RowsOfOrganization<L extends AnyList>(props: RowsProps<L>) {
  const { list, organizationId, label, card, rowHref, allHref, noData } = props
  // A row is what a page of the list's own route holds.
  const found = useList(list.route, { organization_id: [organizationId] }, { isLive: true }) as List<RowOf<L>>
  const columns = useMemo(
    () => sortableBy(list, props.columns).map((column) => ({ ...column, isSortable: false })),
    [list, props.columns],
  )
  return (
    <div className={classes.rows}>
      <SectionHead title={label} detail={found.count} actions={<Link href={allHref}>{t('Open as a list')}</Link>} />
      <ListRows
        label={label}
        columns={columns}
        list={found}
        failed={list.route.says.failed}
        words={{ noData }}
        rowHref={rowHref}
        card={card}
      />
    </div>
  )
}
