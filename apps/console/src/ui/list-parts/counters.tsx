import { IconArrowDownRight, IconArrowRight, IconArrowUpRight, type Icon } from '@tabler/icons-react'
import classes from './counters.module.css'
import { Link } from '../details/link.tsx'
import { t } from '../base/translate.ts'

export interface Counter {
  label: string
  value: string
  unit?: string
  /** The value for comparison in words: "380 five weeks earlier". */
  before?: string
  /** Only the direction is drawn, without a colour, because more is not always better. */
  change?: number
  /** The list behind the number. */
  href?: string
}

/** Big numbers in one row, each with the value that it is compared with. */
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

export function Direction({ change }: { change: number }) {
  if (change === 0) return <Arrow icon={IconArrowRight} word={t('the same as')} />
  if (change > 0) return <Arrow icon={IconArrowUpRight} word={t('more than')} />
  return <Arrow icon={IconArrowDownRight} word={t('less than')} />
}

const Arrow = ({ icon: Shape, word }: { icon: Icon; word: string }) => (
  <>
    <Shape size={14} stroke={1.75} aria-hidden />
    <span className="visually-hidden">{word}</span>
  </>
)
