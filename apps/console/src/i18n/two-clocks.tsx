import { useFormat } from './format.ts'
import classes from './two-clocks.module.css'

interface TwoClocksProps {
  at: string
  zone: string
  /** Says whose clock the second time is of. */
  there: (time: string) => string
}

/** A moment with its zone, and below it what the clock on the wall showed there, where that differs. */
export function TwoClocks({ at, zone, there }: TwoClocksProps) {
  const { exact, dateTime } = useFormat()
  const local = useFormat(zone)
  return (
    <>
      <time dateTime={at}>{exact(at)}</time>
      {local.dateTime(at) !== dateTime(at) && <span className={classes.there}>{there(local.moment(at))}</span>}
    </>
  )
}
