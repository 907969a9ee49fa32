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
  /** By how much it differs, "6.4 %", in front of the value that it differs from. */
  share?: string
  /** What the comparison is, for screen readers, where the screen says it once for all: "5 weeks earlier". */
  when?: string
  /** Only the direction is drawn, without a colour, because more is not always better. */
  change?: number
  /** The list behind the number. */
  href?: string
}

interface CountersProps {
  items: readonly Counter[]
  /** As wide as the page, all equally wide, with rules from edge to edge. */
  isSpread?: boolean
}

/** Beyond so many a row of them has no room for their values. */
const inRow = 6
const rowOf = (count: number): number => (count > inRow ? Math.ceil(count / 2) : count)

/** Big numbers in one row, each with the value that it is compared with. */
export const Counters = ({ items, isSpread = false }: CountersProps) => (
  <dl
    className={isSpread ? classes.spread : classes.counters}
    style={{ '--row': rowOf(items.length), '--all': items.length }}
  >
    {items.map(({ label, value, unit, before, share, when, change, href }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className={classes.value}>
          {href === undefined ? value : <Link href={href}>{value}</Link>}
          {unit !== undefined && <span>{unit}</span>}
        </dd>
        {before !== undefined && (
          <dd className={classes.before}>
            {change !== undefined && <Direction change={change} share={share} />}
            <span className={share === undefined ? undefined : classes.than}>{before}</span>
            {when !== undefined && <span className="visually-hidden">{when}</span>}
          </dd>
        )}
      </div>
    ))}
  </dl>
)

/** The arrow and the share are for the eye; a screen reader says "6.4 % more than" before the value that follows. */
export function Direction({ change, share }: { change: number; share?: string | undefined }) {
  if (change === 0) return <Arrow icon={IconArrowRight} word={t('the same as')} />
  if (change > 0) return <Arrow icon={IconArrowUpRight} share={share} word={t('more than')} />
  return <Arrow icon={IconArrowDownRight} share={share} word={t('less than')} />
}

const Arrow = ({ icon: Shape, share, word }: { icon: Icon; share?: string | undefined; word: string }) => (
  <>
    <Shape size={14} aria-hidden />
    {share !== undefined && <span>{share}</span>}
    <span className="visually-hidden">{word}</span>
  </>
)
