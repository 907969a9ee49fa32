import type { RefObject } from 'react'
import { BulkBar } from '../ui/list-parts/bulk-bar.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { useBackgroundJob } from './background-jobs.tsx'
import { useFormat } from '../i18n/format.ts'
import { useShownOnly } from './shown-only.ts'
import type { List } from './list.ts'
import type { ListBulk } from './list-bulk.ts'

interface ListBulkBarProps<Row> {
  bulk: ListBulk
  list: List<Row>
  /** Another one is another filter. */
  filterKey: string
  selectedUnderRef: RefObject<string>
  rowName: ((row: Row) => string) | undefined
}

/** The verbs over the selected rows, their confirmation, and what became of each. */
export function ListBulkBar<Row extends object>({
  bulk,
  list,
  filterKey,
  selectedUnderRef,
  rowName,
}: ListBulkBarProps<Row>) {
  const format = useFormat()
  useShownOnly(selectedUnderRef, filterKey, list, bulk)
  const { job, cancel } = useBackgroundJob(bulk.jobId, bulk.settle)
  const selected = bulk.frozen?.total ?? bulk.selection.size
  const count = format.number(selected)
  const nameOf = (id: string): string | undefined => {
    const row = list.rows.find((one) => 'id' in one && one.id === id)
    return row === undefined ? undefined : rowName?.(row)
  }
  const { asked } = bulk
  return (
    <>
      <BulkBar
        selected={selected}
        total={list.total?.total_is_exact === true ? list.total.total : (list.count ?? '')}
        isAll={bulk.frozen !== null}
        onAll={bulk.selectAll}
        onClose={bulk.clear}
        actions={bulk.actions.map((action) => ({ ...action, onClick: () => bulk.ask(action) }))}
        result={
          bulk.result && {
            done: bulk.result.done,
            onUndo: bulk.undo,
            failures: bulk.result.failures.map(({ id, message }) => ({ id, name: nameOf(id), words: message })),
          }
        }
        job={
          bulk.jobId === null
            ? null
            : {
                title: job?.title ?? '',
                total: job?.total ?? 0,
                done: job?.done ?? 0,
                failed: job?.failed ?? 0,
                onCancel: cancel,
              }
        }
      />
      {asked?.dialog && (
        <asked.dialog
          count={count}
          ids={bulk.frozen === null ? [...bulk.selection] : []}
          rows={list.rows.filter((row) => 'id' in row && typeof row.id === 'string' && bulk.selection.has(row.id))}
          selectionId={bulk.frozen?.id ?? null}
          isBusy={bulk.isBusy}
          error={bulk.error}
          onClose={() => bulk.ask(null)}
          onSend={bulk.send}
        />
      )}
      {asked?.confirm && (
        <ConfirmDialog
          opened
          onClose={() => bulk.ask(null)}
          onConfirm={bulk.run}
          icon={asked.icon}
          title={asked.confirm.title(count)}
          confirmLabel={asked.confirm.confirmLabel}
          keepLabel={asked.confirm.keepLabel}
          isDanger={asked.isDanger}
          isBusy={bulk.isBusy}
          reason={asked.confirm.reason}
          comment={asked.confirm.comment}
          error={bulk.error}
        >
          {asked.confirm.text?.(count)}
        </ConfirmDialog>
      )}
    </>
  )
}
