import { useMemo } from 'react'
import { encode } from 'uqr'
import classes from './qr-code.module.css'

type QrCodeProps = {
  /** What a camera reads. */
  text: string
  /** In words, for screen readers. */
  label: string
  size?: number
}

/** ISO/IEC 18004: four modules of quiet around the code, or cheap cameras lose it. */
const quiet = 4

/** Dark on white in both themes: many readers know no inverted code. */
export function QrCode({ text, label, size = 184 }: QrCodeProps) {
  const { path, side } = useMemo(() => drawn(text), [text])
  return (
    <svg
      className={classes.code}
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

/** One path of all dark runs: a rectangle a module would be a thousand elements. */
function drawn(text: string): { path: string; side: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const runs = data.flatMap((row, y) =>
    runsOf(row).map(({ from, to }) => `M${from + quiet} ${y + quiet}h${to - from}v1h-${to - from}z`),
  )
  return { path: runs.join(''), side: size + 2 * quiet }
}

function runsOf(row: readonly boolean[]): { from: number; to: number }[] {
  const starts = row.flatMap((isDark, x) => (isDark && row[x - 1] !== true ? [x] : []))
  return starts.map((from) => {
    const end = row.indexOf(false, from)
    return { from, to: end < 0 ? row.length : end }
  })
}
