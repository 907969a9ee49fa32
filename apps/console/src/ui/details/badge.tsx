import { memo } from 'react'
import classes from './badge.module.css'

/** A small count or word beside a title or tab; tinted only when someone should look. */
export const Badge = ({
  children,
  tone,
}: {
  children: string | number
  tone?: 'amber' | 'red' | 'accent' | 'violet'
}) => (
  <span className={classes.badge} data-tone={tone}>
    {children}
  </span>
)

export const Tag = memo(function Tag({ children }: { children: string }) {
  return <span className={classes.tag}>{children}</span>
})

/** The first tags, then "+2" with the others in its tip. */
export const TagList = memo(function TagList({ tags, shown = 2 }: { tags: readonly string[]; shown?: number }) {
  const rest = tags.slice(shown)
  return (
    <span className={classes.tags}>
      {tags.slice(0, shown).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {rest.length > 0 && (
        <span className={classes.rest} data-tip={rest.join(', ')} aria-label={rest.join(', ')}>
          +{rest.length}
        </span>
      )}
    </span>
  )
})
