import { useEffect } from 'react'
import { create } from 'zustand'

export interface Position {
  latitude: number
  longitude: number
}

interface PositionState {
  /** Null until the person allowed it. It is stored nowhere and ends with the page. */
  at: Position | null
  state: 'idle' | 'asking' | 'refused' | 'unknown'
}

const usePositionStore = create<PositionState>()(() => ({ at: null, state: 'idle' }))

const withinMs = 10_000
/** As old as a walk to the next rack. */
const freshMs = 60_000

/** Makes the browser ask the person, unless they have answered before. */
export function askPosition(): void {
  if (!('geolocation' in navigator)) return usePositionStore.setState({ state: 'unknown' })
  usePositionStore.setState({ state: 'asking' })
  navigator.geolocation.getCurrentPosition(
    ({ coords: { latitude, longitude } }) => usePositionStore.setState({ at: { latitude, longitude }, state: 'idle' }),
    ({ code, PERMISSION_DENIED }) =>
      usePositionStore.setState({ at: null, state: code === PERMISSION_DENIED ? 'refused' : 'unknown' }),
    { timeout: withinMs, maximumAge: freshMs, enableHighAccuracy: true },
  )
}

/** Takes the position up again where the person allowed it before. The browser asks nothing. */
async function resume(): Promise<void> {
  const { at, state } = usePositionStore.getState()
  if (at !== null || state !== 'idle' || !('permissions' in navigator)) return
  const { state: allowed } = await navigator.permissions.query({ name: 'geolocation' })
  if (allowed === 'granted') askPosition()
}

export const usePosition = (): PositionState => usePositionStore()

/** The same for a screen that shows distances. */
export function useResumedPosition(isWanted: boolean): PositionState {
  useEffect(() => {
    if (isWanted) void resume().catch(() => undefined)
  }, [isWanted])
  return usePosition()
}
