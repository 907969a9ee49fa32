import { HealthGlyph } from '../details/glyphs.tsx'
import { placePaths } from './map-glyphs.ts'
import { toneOfKind } from './map-points.ts'
import type { MapKind } from './map-points.ts'
import classes from './map.module.css'

const isDrawn = (kind: MapKind): kind is keyof typeof placePaths => kind in placePaths

/** The picture of a point beside its word: in the legend and in the list. */
export const MapGlyph = ({ kind, size = 12 }: { kind: MapKind; size?: number }) =>
  isDrawn(kind) ? (
    <svg
      className={classes.glyph}
      data-tone={toneOfKind[kind]}
      width={size + 2}
      height={size + 2}
      viewBox="0 0 24 24"
      aria-hidden
    >
      <path d={placePaths[kind]} />
    </svg>
  ) : (
    <HealthGlyph kind={kind} size={size} />
  )
