import type { ComponentProps, ReactNode } from 'react'
import { Link } from '../details/link.tsx'
import classes from './button.module.css'

// The parts that load before the first row draw these, and so do actions. Mantine's bring 12 kB along.

interface Look {
  variant?: 'default' | 'filled' | 'subtle'
  size?: 'xs' | 'sm'
  leftSection?: ReactNode
}

type ButtonProps = Omit<ComponentProps<'button'>, 'type'> &
  Look & {
    rightSection?: ReactNode
    /** What it does is running: it cannot be pressed again, and a spinner takes the place of the picture. */
    isLoading?: boolean
  }

/** A button with a word, or with a picture that its `aria-label` names. */
export const Button = ({
  variant,
  size,
  leftSection,
  rightSection,
  isLoading = false,
  disabled = false,
  children,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    className={classes.button}
    disabled={disabled || isLoading}
    aria-busy={isLoading || undefined}
    data-loading={isLoading || undefined}
    {...lookOf({ variant, size, leftSection })}
    {...rest}
  >
    <Inner glyph={isLoading ? spinner : leftSection} after={rightSection}>
      {children}
    </Inner>
  </button>
)

const spinner = <span className={classes.spinner} />

/** An address that looks like one. */
export const ButtonLink = ({
  href,
  leftSection,
  children,
}: Pick<ButtonProps, 'children'> & Look & { href: string }) => (
  <Link href={href} className={classes.button} {...lookOf({ leftSection })}>
    <Inner glyph={leftSection}>{children}</Inner>
  </Link>
)

type Named = { 'aria-label': string }

/** A square with a picture. */
export const IconButton = ({
  variant,
  size,
  className = '',
  isLoading = false,
  disabled = false,
  children,
  ...rest
}: Omit<ButtonProps, 'leftSection' | 'rightSection'> & Named) => (
  <button
    type="button"
    className={`${classes.icon} ${className}`}
    disabled={disabled || isLoading}
    aria-busy={isLoading || undefined}
    data-loading={isLoading || undefined}
    {...lookOf({ variant, size })}
    {...rest}
  >
    {isLoading ? spinner : children}
  </button>
)

/** An address that looks like one. */
export const IconLink = ({ href, ...rest }: Pick<ButtonProps, 'children'> & Named & { href: string }) => (
  <Link href={href} className={classes.icon} {...lookOf({ variant: 'subtle' })} {...rest} />
)

interface AnyLook {
  variant?: Look['variant'] | undefined
  size?: Look['size'] | undefined
  leftSection?: ReactNode
}

const lookOf = ({ variant = 'default', size = 'sm', leftSection }: AnyLook) => ({
  'data-variant': variant,
  'data-size': size,
  'data-glyph': leftSection === undefined ? undefined : true,
})

const Inner = ({ glyph, after, children }: { glyph: ReactNode; after?: ReactNode; children: ReactNode }) => (
  <span className={classes.inner}>
    {glyph !== undefined && <span className={classes.glyph}>{glyph}</span>}
    <span className={classes.label}>{children}</span>
    {after !== undefined && <span className={classes.after}>{after}</span>}
  </span>
)
