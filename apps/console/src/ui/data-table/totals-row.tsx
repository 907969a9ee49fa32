import type { ReactNode } from 'react'
import { t } from '../base/translate.ts'
import type { LaidHead } from './columns.ts'
import classes from './data-table.module.css'

type TotalsRowProps = {
  columns: readonly LaidHead[]
  totals: Readonly<Record<string, ReactNode>>
  label: string | undefined
  hasCheck: boolean
  rowIndex: number | undefined
}

/** With a count the label is longer than most columns: where the rule is at the end of the first one, the count would run across it. */
const labelOf = ({ isLastPinned }: LaidHead, label = t('Totals')): string => (isLastPinned ? t('Totals') : label)

/** Over all rows of the filter, from the server; under their columns, as many as the person wants. */
export const TotalsRow = ({ columns, totals, label, hasCheck, rowIndex }: TotalsRowProps) => (
  <div className={classes.totals} role="row" aria-rowindex={rowIndex}>
    {hasCheck && <span className={classes.checkCell} aria-hidden data-pinned />}
    {columns.map((column, index) => (
      <span
        key={column.id}
        className={classes.cell}
        role="gridcell"
        aria-colindex={index + (hasCheck ? 2 : 1)}
        data-align={column.align}
        data-pinned={column.left === null ? undefined : true}
        data-rule={column.isLastPinned || undefined}
        data-label={index === 0 || undefined}
        style={column.left === null ? undefined : { left: column.left }}
      >
        {index === 0 ? labelOf(column, label) : totals[column.id]}
      </span>
    ))}
  </div>
)
