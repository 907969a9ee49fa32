import { useRef, useState, type CSSProperties, type PointerEvent, type WheelEvent } from 'react'

interface Place {
  scale: number
  x: number
  y: number
}

const whole: Place = { scale: 1, x: 0, y: 0 }
const nearest = 8

/** Nearer by a factor, never farther than whole; back at whole it is in the middle again. */
export function zoomed({ scale, x, y }: Place, factor: number): Place {
  const next = Math.min(nearest, Math.max(1, scale * factor))
  return next === 1 ? whole : { scale: next, x: (x * next) / scale, y: (y * next) / scale }
}

interface Zoom {
  scale: number
  style: CSSProperties
  /** By a factor; 0 shows the whole again. */
  zoom: (factor: number) => void
  handlers: {
    onWheel: (event: WheelEvent) => void
    onDoubleClick: () => void
    onPointerDown: (event: PointerEvent) => void
    onPointerMove: (event: PointerEvent) => void
    onPointerUp: (event: PointerEvent) => void
    onPointerCancel: (event: PointerEvent) => void
  }
}

/** Of one picture. Wheel, double click and two fingers come nearer; one finger or the mouse moves what is near. */
export function useZoom(picture: string): Zoom {
  const [near, setNear] = useState({ picture, place: whole })
  // Another picture is seen whole at first.
  const place = near.picture === picture ? near.place : whole
  const setPlace = (next: (last: Place) => Place) =>
    setNear((last) => ({ picture, place: next(last.picture === picture ? last.place : whole) }))
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const zoom = (factor: number) => setPlace((last) => (factor === 0 ? whole : zoomed(last, factor)))
  const moved = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId)
    if (before === undefined) return
    const apart = spread(pointers.current)
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (pointers.current.size === 2) return zoom(spread(pointers.current) / (apart || 1))
    setPlace((last) =>
      last.scale === 1 ? last : { ...last, x: last.x + event.clientX - before.x, y: last.y + event.clientY - before.y },
    )
  }
  const left = (event: PointerEvent) => void pointers.current.delete(event.pointerId)
  return {
    scale: place.scale,
    style: { transform: `translate(${place.x}px, ${place.y}px) scale(${place.scale})` },
    zoom,
    handlers: {
      onWheel: (event) => zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2),
      onDoubleClick: () => zoom(place.scale === 1 ? 2.5 : 0),
      onPointerDown: (event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      },
      onPointerMove: moved,
      onPointerUp: left,
      onPointerCancel: left,
    },
  }
}

function spread(pointers: Map<number, { x: number; y: number }>): number {
  const [one, other] = [...pointers.values()]
  return one === undefined || other === undefined ? 0 : Math.hypot(one.x - other.x, one.y - other.y)
}
