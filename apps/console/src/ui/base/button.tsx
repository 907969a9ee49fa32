import type { ComponentProps, ReactNode } from 'react'
import { Link } from '../details/link.tsx'
import classes from './button.module.css'

// The parts that load before the first row draw these. Mantine's bring 12 kB along, which only forms need.

interface Look {
  variant?: 'default' | 'filled' | 'subtle'
  size?: 'xs' | 'sm'
  leftSection?: ReactNode
}

type ButtonProps = Omit<ComponentProps<'button'>, 'type'> & Look & { rightSection?: ReactNode }

/** A button with a word, or with a picture that its `aria-label` names. */
export const Button = ({ variant, size, leftSection, rightSection, children, ...rest }: ButtonProps) => (
  <button type="button" className={classes.button} {...lookOf({ variant, size, leftSection })} {...rest}>
    <Inner glyph={leftSection} after={rightSection}>
      {children}
    </Inner>
  </button>
)

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
export const IconButton = ({ variant, size, className = '', ...rest }: ButtonProps & Named) => (
  <button type="button" className={`${classes.icon} ${className}`} {...lookOf({ variant, size })} {...rest} />
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
