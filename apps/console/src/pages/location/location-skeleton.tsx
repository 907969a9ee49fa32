import { t } from '../../i18n/i18n.ts'
import { Bone, useIsLate } from '../../ui/frame/states.tsx'
import classes from './location-skeleton.module.css'

const tiles = Array.from({ length: 24 }, (_, index) => index)
const rows = Array.from({ length: 8 }, (_, index) => index)
const widths = [58, 44, 72, 50]

/** A location before it is known, in the shape of its page: head, tabs, dock plan and table, so that nothing jumps. */
export function LocationSkeleton() {
  const isLate = useIsLate(true)
  return (
    <div className={classes.page} role="status" aria-label={t('Loading')} data-late={isLate || undefined}>
      <div className={classes.head}>
        <Bone width={110} />
        <Bone width={300} height={18} />
        <Bone width="44%" />
      </div>
      <div className={classes.tabs}>
        {widths.map((width) => (
          <Bone key={width} width={width} />
        ))}
      </div>
      <div className={classes.tiles}>
        {tiles.map((tile) => (
          <Bone key={tile} width="auto" height={64} />
        ))}
      </div>
      {rows.map((row) => (
        <div key={row} className={classes.row}>
          {widths.map((width) => (
            <Bone key={width} width={width} />
          ))}
        </div>
      ))}
    </div>
  )
}
