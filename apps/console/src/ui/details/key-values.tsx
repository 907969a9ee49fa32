import type { ReactNode } from 'react'
import classes from './key-values.module.css'

export type KeyValue = { label: string; value: ReactNode; unit?: string }

/** Nothing would be drawn of it. */
const isNothing = (value: ReactNode) =>
  value === null || value === undefined || value === '' || typeof value === 'boolean'

/** Labels dim at the left, values beside; "–" for nothing. At most so many `columns`, as there is room. */
export function KeyValueGrid({
  items,
  columns = 1,
  labelWidth = 110,
}: {
  items: readonly KeyValue[]
  columns?: 1 | 2 | 3
  labelWidth?: number
}) {
  return (
    <dl className={classes.grid} data-columns={columns} style={{ '--label-width': `${labelWidth}px` }}>
      {items.map(({ label, value, unit }) => (
        <div key={label} className={classes.pair}>
          <dt>{label}</dt>
          <dd>
            {isNothing(value) ? <span className={classes.nothing}>–</span> : value}
            {unit !== undefined && !isNothing(value) && <span className={classes.unit}>{unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A card with a hairline: title, an action at the right, content. Never in another card. */
export function Card({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.card}>
      <header>
        <h2>{title}</h2>
        {action}
      </header>
      <div className={classes.body}>{children}</div>
    </section>
  )
}

/** Facts in one row with rules between them, as on a phone's device page. */
export function FactStrip({ items }: { items: readonly KeyValue[] }) {
  return (
    <dl className={classes.strip}>
      {items.map(({ label, value, unit }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {isNothing(value) ? <span className={classes.nothing}>–</span> : value}
            {unit !== undefined && !isNothing(value) && <span className={classes.unit}>{unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
