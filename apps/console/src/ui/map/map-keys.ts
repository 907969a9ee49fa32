import type { Map as MapLibre } from 'maplibre-gl'
import { wrapped } from './map-points.ts'
import type { Coordinates } from './map-points.ts'

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const stepPx = 80
/** With Shift: from a street to a kerb. */
const fineStepPx = 5

/**
 * Arrows move, + and - zoom, Enter puts the pin under the cross in the middle. Only while the map has the focus, and Tab
 * always leads on.
 */
export function steerByKeys(map: MapLibre, onPlace: () => ((at: Coordinates) => void) | undefined): void {
  const steer = (event: KeyboardEvent): boolean => {
    const arrow = arrows[event.key]
    if (arrow) {
      const step = event.shiftKey ? fineStepPx : stepPx
      map.panBy([arrow[0] * step, arrow[1] * step], { duration: event.shiftKey ? 0 : 120 })
      return true
    }
    if (event.key === '+' || event.key === '=') return Boolean(map.zoomTo(map.getZoom() + 1, { duration: 160 }))
    if (event.key === '-') return Boolean(map.zoomTo(map.getZoom() - 1, { duration: 160 }))
    const place = onPlace()
    if (event.key !== 'Enter' || place === undefined) return false
    const { lat: latitude, lng: longitude } = map.getCenter()
    place(wrapped({ latitude, longitude }))
    return true
  }
  map.getCanvas().addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !steer(event)) return
    event.preventDefault()
    event.stopPropagation()
  })
}
