import classes from './spark-line.module.css'

interface SparkLineProps {
  /** What a screen reader says instead of the picture. */
  label: string
  /** Today so far, then the day that it is compared with; both begin at the same hour. */
  values: readonly number[]
  before: readonly number[]
}

const [width, height, rim] = [120, 32, 2]

/** A day as a line, on the dashed line of the day that it is compared with. The figures are beside it in words. */
export function SparkLine({ label, values, before }: SparkLineProps) {
  const count = Math.max(values.length, before.length, 2)
  const top = Math.max(...values, ...before, 1)
  const x = (index: number): number => rim + (index * (width - 2 * rim)) / (count - 1)
  const y = (value: number): number => height - rim - (value * (height - 2 * rim)) / top
  const line = (list: readonly number[]): string =>
    list.map((value, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join('')
  const last = values.length - 1
  return (
    <svg className={classes.spark} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path className={classes.before} d={line(before)} />
      {last >= 0 && (
        <>
          <path className={classes.area} d={`${line(values)}L${x(last)} ${height}L${x(0)} ${height}Z`} />
          <path className={classes.line} d={line(values)} />
          <circle className={classes.now} cx={x(last)} cy={y(values[last] ?? 0)} r={2.5} />
        </>
      )}
    </svg>
  )
}
