import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, type ReactNode } from 'react'
import { t } from '../base/translate.ts'
import classes from './data-table.module.css'

/** Gloves and thumbs get rows of 44. */
export const useCoarsePointer = () =>
  useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false }) === true

type Checks = { check: (id: string, index: number, isRange: boolean) => void; checkAll: () => void; head: ReactNode }

/** Ticks of rows, with shift from the last one on; the tick in the head takes all loaded rows. */
export function useSelectionOf<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  selection: ReadonlySet<string> | undefined,
  onSelection: ((selection: ReadonlySet<string>) => void) | undefined,
  isAllSelected = false,
): Checks {
  const last = useRef<number | null>(null)
  const check = (id: string, index: number, isRange: boolean) => {
    // One ticked off from "all that match" leaves those that are loaded.
    const next = new Set(isAllSelected ? rows.map(rowId) : selection)
    const isChecked = !next.has(id)
    const from = isRange && last.current !== null ? last.current : index
    for (const row of rows.slice(Math.min(from, index), Math.max(from, index) + 1)) {
      if (isChecked) next.add(rowId(row))
      else next.delete(rowId(row))
    }
    last.current = index
    onSelection?.(next)
  }
  const isAll =
    isAllSelected ||
    (rows.length > 0 &&
      selection !== undefined &&
      selection.size >= rows.length &&
      rows.every((row) => selection.has(rowId(row))))
  const checkAll = () => onSelection?.(new Set(rows.map(rowId)))
  const head = (
    <div className={classes.checkCell} role="columnheader" aria-colindex={1} data-pinned data-head>
      <HeadCheck
        isAll={isAll}
        isSome={(selection?.size ?? 0) > 0}
        onAll={() => (isAll ? onSelection?.(new Set()) : checkAll())}
      />
    </div>
  )
  return { check, checkAll, head }
}

function HeadCheck({ isAll, isSome, onAll }: { isAll: boolean; isSome: boolean; onAll: () => void }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isSome && !isAll
  }, [isSome, isAll])
  return (
    <label className={classes.checkLabel}>
      <input
        ref={box}
        type="checkbox"
        className={classes.check}
        data-head-stop
        aria-label={t('Select all loaded rows')}
        checked={isAll}
        onChange={onAll}
      />
    </label>
  )
}
