import { listFeedback } from '@wheelhouse/contract/feedback/feedback.ts'
import type { Feedback } from '@wheelhouse/contract/feedback/feedback.ts'
import { t } from '../../i18n/i18n.ts'
import { useList } from '../../lists/list.ts'
import { useCanCall } from '../../session/can.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { ErrorState, NoData, NoPermission } from '../../ui/frame/states.tsx'
import { FeedbackCard, feedbackColumns } from './feedback-columns.tsx'

/** Whose feedback: of one person, of one place, or of one stay or ride. */
export type FeedbackOfQuery = { user_id: string } | { location_id: string[] } | { session_id: string }

const columns = feedbackColumns.map((column) => ({ ...column, isSortable: false }))
const rowId = ({ id }: Feedback): string => id
const card = (row: Feedback) => <FeedbackCard feedback={row} />

/** What was written about one thing, the newest first. */
export function FeedbackTable({ query, onOpen }: { query: FeedbackOfQuery; onOpen: (id: string) => void }) {
  const may = useCanCall(listFeedback)
  const list = useList(listFeedback, query, { enabled: may, isLive: true })
  if (!may) return <NoPermission action="READ_FEEDBACK" resource="user" />
  return (
    <DataTable
      label={t('Feedback')}
      columns={columns}
      rows={list.rows}
      rowId={rowId}
      total={list.total}
      hasMore={list.hasMore}
      onLoadMore={list.loadMore}
      onView={list.onView}
      isLoading={list.isLoading}
      isPast={list.isPast}
      isWhole
      onOpen={(row) => onOpen(row.id)}
      card={card}
      state={stateOf(list)}
    />
  )
}

function stateOf({ rows, error, isLoading, retry }: ReturnType<typeof useList<typeof listFeedback>>) {
  if (rows.length > 0 || isLoading) return undefined
  if (error) return <ErrorState title={listFeedback.says.failed} detail={error.message} onRetry={retry} />
  return <NoData title={t('No feedback yet')}>{t('Feedback that riders send from the app appears here.')}</NoData>
}
