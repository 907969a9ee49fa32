import { useFormat } from './format.ts'

/** A day in a table, with its time in the tooltip. */
export function Day({ at }: { at: string }) {
  const { date, dateTime } = useFormat()
  return (
    <time dateTime={at} data-tip={dateTime(at)}>
      {date(at)}
    </time>
  )
}
