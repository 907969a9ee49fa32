import { MapView } from './map-view.tsx'
import type { MapViewProps } from './map-view.tsx'
import { coordinatesLabel } from './map-points.ts'
import type { Coordinates, MapPoint } from './map-points.ts'
import { t } from '../base/translate.ts'
import classes from './map.module.css'

interface MapPointPickerProps extends Pick<MapViewProps, 'label'> {
  value: Coordinates | null
  onChange: (at: Coordinates) => void
  /** Existing points for orientation, which cannot be chosen. */
  around?: readonly MapPoint[]
  height?: number
}

const nobody: readonly MapPoint[] = []

/** One place on a map, inside a form: click, drag, or move the map by arrows under the cross and press Enter. */
export function MapPointPicker({ label, value, onChange, around = nobody, height = 280 }: MapPointPickerProps) {
  return (
    <div className={classes.picker}>
      <div className={classes.pickerMap} style={{ height }}>
        <MapView
          label={label}
          points={around}
          place={{ value, onPlace: onChange }}
          fitKey={value ? 'placed' : 'around'}
          isCooperative
          insteadOfMap={t('Type the coordinates instead.')}
        />
      </div>
      <p className={classes.pickerHelp}>
        <span>
          {t('Click to place the pin. Keyboard: arrow keys move the map, Shift for small steps, Enter sets it.')}
        </span>
        <output aria-live="polite">{value ? coordinatesLabel(value) : t('No position yet')}</output>
      </p>
    </div>
  )
}
