import type { ReactNode } from 'react'
import classes from './row-card.module.css'

type RowCardProps = {
  title: string
  /** Distance, age: dim, at the right. */
  trailing?: ReactNode
  /** Code, status, health in one line. */
  facts?: ReactNode
  /** The rack in one line, and how many are free. */
  children?: ReactNode
  childrenTrailing?: ReactNode
  /** What needs someone: amber, the last line. */
  note?: ReactNode
}

/** A row as a card without a box, for phones: what DataTable's `card` returns. */
export const RowCard = ({ title, trailing, facts, children, childrenTrailing, note }: RowCardProps) => (
  <>
    <span className={classes.line}>
      <strong>{title}</strong>
      <span>{trailing}</span>
    </span>
    {facts !== undefined && <span className={classes.facts}>{facts}</span>}
    {(children !== undefined || childrenTrailing !== undefined) && (
      <span className={classes.line}>
        <span className={classes.middle}>{children}</span>
        <span className={classes.trailing}>{childrenTrailing}</span>
      </span>
    )}
    {note !== undefined && note !== null && note !== false && <span className={classes.note}>{note}</span>}
  </>
)
