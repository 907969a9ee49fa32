import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import classes from './counters.module.css'
import { Link } from '../details/link.tsx'
import { t } from '../base/translate.ts'

export interface Counter {
  label: string
  value: string
  unit?: string
  /** What it is held against, in words: "380 five weeks earlier". */
  before?: string
  /** Only its direction is drawn; no colour, as more is not always better. */
  change?: number
  /** The list behind the number. */
  href?: string
}

/** Big numbers in one row, each with what it is held against. */
export const Counters = ({ items }: { items: readonly Counter[] }) => (
  <dl className={classes.counters}>
    {items.map(({ label, value, unit, before, change, href }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className={classes.value}>
          {href === undefined ? value : <Link href={href}>{value}</Link>}
          {unit !== undefined && <span>{unit}</span>}
        </dd>
        {before !== undefined && (
          <dd className={classes.before}>
            {change !== undefined && <Direction change={change} />}
            {before}
          </dd>
        )}
      </div>
    ))}
  </dl>
)

function Direction({ change }: { change: number }) {
  const Icon = change === 0 ? IconArrowRight : change > 0 ? IconArrowUpRight : IconArrowDownRight
  const word = change === 0 ? t('the same as') : change > 0 ? t('more than') : t('less than')
  return (
    <>
      <Icon size={14} stroke={1.75} aria-hidden />
      <span className="visually-hidden">{word}</span>
    </>
  )
}
