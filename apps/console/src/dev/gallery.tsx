import { LoadingScreen } from '../ui/mark.tsx'
import { EmptyView, ErrorScreen } from '../ui/states.tsx'
import { LocationScene } from './location-scene.tsx'
import { LocationsScene } from './locations-scene.tsx'
import { PartsScene } from './parts-scene.tsx'
import { PhoneScene } from './phone-scene.tsx'

/** Every part in its states, with invented data. `?scene=` names one whole screen. */
export function Gallery({ scene }: { scene: string }) {
  if (scene === 'locations') return <LocationsScene />
  if (scene === 'many') return <LocationsScene count={100_000} />
  if (scene === 'offline') return <LocationsScene isOffline />
  if (scene === 'waiting') return <LocationsScene show="waiting" />
  if (scene === 'nomatch') return <LocationsScene show="no match" />
  if (scene === 'location') return <LocationScene />
  if (scene === 'phone') return <PhoneScene />
  if (scene === 'loading') return <LoadingScreen word="Loading Wheelhouse" />
  if (scene === 'empty') return <EmptyView title="Not built yet" />
  if (scene === 'missing')
    return <ErrorScreen code="404" title="This page does not exist" action={<a href="/dev.html">Back to the start</a>} />
  return <PartsScene />
}
