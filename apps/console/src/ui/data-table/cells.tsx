import { IconAlertCircle } from '@tabler/icons-react'
import { memo } from 'react'
import classes from './data-table.module.css'
import { number } from '../base/translate.ts'

/** "–" for nothing; zero is "0". */
export const Nothing = () => <span className={classes.nothing}>–</span>

type NumberCellProps = {
  value: number | null | undefined
  unit?: string
  /** Decimals, the same in every row, so that the decimal points align. */ digits?: number
}

export const NumberCell = memo(function NumberCell({ value, unit, digits }: NumberCellProps) {
  if (value === null || value === undefined) return <Nothing />
  return (
    <span>
      {number(value, digits).replace('-', '−')}
      {unit !== undefined && <span className={classes.unit}>{unit}</span>}
    </span>
  )
})

/** "7 / 24": what is free strong, of how many dim. */
export const OfCell = memo(function OfCell({ part, of }: { part: number; of: number }) {
  return (
    <span className={classes.of}>
      <b>{number(part)}</b> / {number(of)}
    </span>
  )
})

interface IssueCountProps {
  count: number
  summary: string
  /** False where something else shows them to the pointer. */
  hasTip?: boolean
}

/** Amber with its count and what is wrong in its tip; empty when there is none, because normal is quiet. */
export const IssueCount = memo(function IssueCount({ count, summary, hasTip = true }: IssueCountProps) {
  if (count === 0) return null
  return (
    <span className={classes.issues} data-tip={hasTip ? summary : undefined}>
      <IconAlertCircle size={14} aria-hidden />
      {number(count)}
      <span className="visually-hidden">{summary}</span>
    </span>
  )
})

export const NameCell = ({ children }: { children: string }) => <span className={classes.name}>{children}</span>
export const DimCell = ({ children }: { children: string | null }) =>
  children === null || children === '' ? <Nothing /> : <span className={classes.dim}>{children}</span>
