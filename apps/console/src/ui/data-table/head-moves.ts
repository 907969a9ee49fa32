import { useMemo, useState } from 'react'
import { t } from '../base/translate.ts'
import type { Column, RowRecord } from './columns.ts'
import { firstLayout, placed, placeOf, stepped, withSize, type TableLayout } from './layout.ts'
import type { HeadMoves } from './table-head.tsx'

type MovableTable<Row extends RowRecord> = {
  columns: readonly Column<Row>[]
  layout?: TableLayout
  onLayout?: (layout: TableLayout) => void
}

/** What the person does in the head. The width of a dragged edge stays local until the drag ends. */
export function useHeadMoves<Row extends RowRecord>({ columns, layout = firstLayout, onLayout }: MovableTable<Row>) {
  const [dragged, setDragged] = useState<{ id: string; width: number } | null>(null)
  const [said, setSaid] = useState('')
  const shown = useMemo(
    () => (dragged === null ? layout : withSize(layout, dragged.id, dragged.width)),
    [layout, dragged],
  )
  if (onLayout === undefined) return { layout: shown, moves: null, said }
  const nameOf = (id: string) => t(columns.find((column) => column.id === id)?.header ?? id)
  const put = (id: string, next: TableLayout) => {
    const words = { column: nameOf(id), ...placeOf(columns, next, id) }
    setSaid(
      next === layout
        ? t('{{column}} cannot move further', words)
        : t('{{column}} is column {{place}} of {{count}}', words),
    )
    if (next !== layout) onLayout(next)
  }
  const affectsList: HeadMoves = {
    size: (id, width, isDone) => {
      setDragged(isDone || width === null ? null : { id, width })
      if (!isDone || width === null) return
      onLayout(withSize(layout, id, width))
      setSaid(t('{{column}} is {{width}} pixels wide', { column: nameOf(id), width }))
    },
    fit: (id) => onLayout(withSize(layout, id, null)),
    place: (id, targetId, side) => put(id, placed(columns, layout, id, targetId, side)),
    step: (id, step) => put(id, stepped(columns, layout, id, step)),
  }
  return { layout: shown, moves: affectsList, said }
}
