import { Nothing } from '../ui/data-table/cells.tsx'
import { useFormat } from './format.ts'

/** A moment in the reader's own format; the exact one, with its zone, is in the tooltip. */
export function MomentText({ at }: { at: string | null }) {
  const { moment, exact } = useFormat()
  if (at === null) return <Nothing />
  return (
    <time dateTime={at} data-tip={exact(at)}>
      {moment(at)}
    </time>
  )
}
