import type { ReactNode } from 'react'
import classes from './mark.module.css'

const wheel =
  'M12 5.2a6.8 6.8 0 1 0 0 13.6 6.8 6.8 0 1 0 0-13.6M12 14.3v8M4 6.9l6 3.8M20 6.9l-6 3.8M4 17.1l6-3.8M20 17.1l-6-3.8'
const hub = 'M12 9.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 1 0 0-4.6'

const topSpoke = 'M12 1.7v8'

/** A helm that is also a wheel; the king spoke at the top is the accent. 16 px and up. */
export function Mark({ size = 20, isTurning = false }: { size?: number; isTurning?: boolean }) {
  const still = (
    <>
      <path d={hub} />
      <path className={classes.king} d={topSpoke} />
    </>
  )
  if (!isTurning)
    return (
      <Drawing size={size}>
        <path d={wheel} />
        {still}
      </Drawing>
    )
  // Two drawings: a whole one is turned by the compositor, a part of one is painted again for each frame.
  return (
    <span className={classes.layers}>
      <Drawing size={size} isTurning>
        <path d={wheel} />
        <path d={topSpoke} />
      </Drawing>
      <Drawing size={size}>{still}</Drawing>
    </span>
  )
}

interface DrawingProps {
  size: number
  isTurning?: boolean
  children: ReactNode
}

const Drawing = ({ size, isTurning = false, children }: DrawingProps) => (
  <svg
    className={classes.mark}
    data-turning={isTurning || undefined}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.9}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    {children}
  </svg>
)

export function Brand({ name = 'Wheelhouse' }: { name?: string }) {
  return (
    <span className={classes.brand}>
      <Mark />
      <span className={classes.name}>{name}</span>
    </span>
  )
}

/** Full screen, until the console is initialised. The wheel turns by one spoke; it is still where motion is reduced. */
export function LoadingScreen({ word }: { word: string }) {
  return (
    <div className={classes.loading} role="status">
      <Mark size={48} isTurning />
      <span className={classes.word}>{word}</span>
    </div>
  )
}
