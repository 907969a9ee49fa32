import { useEffect, useEffectEvent, useRef } from 'react'
import { startMap } from './map-engine.ts'
import type { MapEngine, MapEngineOptions } from './map-engine.ts'
import classes from './map.module.css'

export type MapCanvasProps = Omit<MapEngineOptions, 'container'> & { onReady: (engine: MapEngine | null) => void }

/** Loaded with the first map that is shown, never before: the library is heavier than the rest of a screen. */
export function MapCanvas(props: MapCanvasProps) {
  const host = useRef<HTMLDivElement>(null)
  const start = useEffectEvent((container: HTMLElement) => {
    const { onReady, ...options } = props
    const engine = startMap({ ...options, container })
    onReady(engine)
    return engine
  })
  const end = useEffectEvent(() => props.onReady(null))
  useEffect(() => {
    if (host.current === null) return
    const engine = start(host.current)
    return () => {
      end()
      engine.remove()
    }
  }, [])
  return <div ref={host} className={classes.canvas} />
}
