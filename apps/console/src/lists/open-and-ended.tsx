import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../i18n/i18n.ts'
import type { DataTableProps } from '../ui/data-table/data-table.tsx'
import { SectionHead } from '../ui/frame/page.tsx'
import { ListRows } from './list-rows.tsx'
import type { ListWords } from './list-rows.tsx'
import type { List } from './list.ts'

interface Section<Row extends object> extends Pick<DataTableProps<Row>, 'label' | 'columns'> {
  title: string
  list: List<Row>
}

interface OpenAndEndedProps<Row extends object> extends Pick<DataTableProps<Row>, 'rowHref' | 'card'> {
  open: Section<Row>
  ended: Section<Row>
  /** Beside the title of what has ended. */
  actions: ReactNode
  /** Shows so many of the newest that have ended, and no others. */
  atMost?: number | undefined
  words: ListWords
  failed: string
}

/** Inside of a page: what is open now, where there is any, then what has ended. */
export function OpenAndEnded<Row extends object>(props: OpenAndEndedProps<Row>) {
  const { open, ended, actions, atMost, ...look } = props
  const { rows, hasMore, isLoadingMore, loadMore } = ended.list
  return (
    <>
      {open.list.rows.length > 0 && (
        <>
          <SectionHead title={open.title} count={open.list.rows.length} />
          <ListRows {...look} {...open} rows={open.list.rows} isWhole />
        </>
      )}
      <SectionHead title={ended.title} actions={actions} />
      <ListRows {...look} {...ended} rows={rows.slice(0, atMost)} isWhole />
      {atMost === undefined && hasMore && (
        <Button size="xs" loading={isLoadingMore} onClick={loadMore}>
          {t('Show older')}
        </Button>
      )}
    </>
  )
}
