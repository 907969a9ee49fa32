import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './icon-text.module.css'

interface IconTextProps {
  icon: TablerIcon
  /** `good`: a green glyph beside plain text. */
  tone: 'good' | 'second' | 'dim'
  children: ReactNode
}

/** A glyph and its word, for what a row is: active, disabled, for partners. A status with a table of looks is `StatusText`. */
export const IconText = ({ icon: Icon, tone, children }: IconTextProps) => (
  <span className={classes.text} data-tone={tone}>
    <Icon size={14} aria-hidden /> {children}
  </span>
)
