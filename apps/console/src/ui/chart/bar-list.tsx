import { t } from '../base/translate.ts'
import { Link } from '../details/link.tsx'
import { ChartFrame } from './chart.tsx'
import { nothing } from './chart-data.ts'
import classes from './chart.module.css'

export interface BarLine {
  key: string
  label: string
  value: number | null
  previous: number | null
  href?: string | undefined
  /** The list behind the value. */
  valueHref?: string | undefined
}

interface BarListProps {
  title: string
  detail?: string
  height?: number
  href?: string
  /** Head of the table's first column: "Location". */
  lineName: string
  lines: readonly BarLine[]
  /** Says what `value` is, where it is not of the period. */
  valueName?: string | undefined
  /** Says what `previous` is; absent without a comparison. */
  previousName?: string | undefined
  formatValue: (value: number) => string
  /** A sentence below the lines. */
  note?: string | undefined
}

/** A line for each place or class, with its share of the longest one. */
export function BarList({ lines, lineName, valueName, previousName, formatValue, note, ...frame }: BarListProps) {
  const top = Math.max(...lines.map(({ value }) => value ?? 0), 1)
  const isCompared = previousName !== undefined
  const table = {
    head: [lineName, valueName ?? t('This period'), ...(isCompared ? [previousName] : [])],
    rows: lines.map(({ key, label, value, previous }) => ({
      key,
      cells: [label, value, ...(isCompared ? [previous] : [])],
    })),
  }
  const written = (value: number | null) => (value === null ? nothing : formatValue(value))
  return (
    <ChartFrame {...frame} table={table} formatValue={formatValue}>
      <div className={classes.list}>
        <ul className={classes.bars} aria-label={frame.title}>
          {lines.map(({ key, label, value, previous, href, valueHref }) => (
            <li key={key}>
              {href === undefined ? <span>{label}</span> : <Link href={href}>{label}</Link>}
              <span className={classes.track} aria-hidden>
                <i style={{ width: `${((value ?? 0) / top) * 100}%` }} />
              </span>
              <span className={classes.amount}>
                {valueHref === undefined ? (
                  written(value)
                ) : (
                  <Link href={valueHref} aria-label={`${label}: ${written(value)}`}>
                    {written(value)}
                  </Link>
                )}
                {isCompared && (
                  <small data-tip={previousName}>
                    <span className="visually-hidden">{previousName} </span>
                    {written(previous)}
                  </small>
                )}
              </span>
            </li>
          ))}
        </ul>
        {note !== undefined && <p className={classes.note}>{note}</p>}
      </div>
    </ChartFrame>
  )
}
