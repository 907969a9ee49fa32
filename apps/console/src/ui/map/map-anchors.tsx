import { CloseButton } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../base/translate.ts'
import type { MapEngine } from './map-engine.ts'
import type { Pin } from './map-pins.ts'
import type { Coordinates } from './map-points.ts'
import classes from './map.module.css'

/** Events on the card must not reach the map. React listens on the element itself and still receives them. */
const kept = ['mousedown', 'touchstart', 'pointerdown', 'click', 'dblclick', 'wheel', 'mousemove'] as const

function useElement(isSealed: boolean): HTMLElement {
  const [element] = useState(() => {
    const made = document.createElement('div')
    if (isSealed) for (const name of kept) made.addEventListener(name, (event) => event.stopPropagation())
    return made
  })
  return element
}

/** The selected point's card: below it, and it moves with the map. Escape and the cross close it. */
export function AnchoredCard({
  engine,
  at,
  onClose,
  children,
}: {
  engine: MapEngine
  at: Coordinates
  onClose: () => void
  children: ReactNode
}) {
  const element = useElement(true)
  const { latitude, longitude } = at
  useEffect(() => {
    const pin = engine.pin(element, { latitude, longitude }, { isBelow: true })
    engine.reveal(element)
    return pin.remove
  }, [engine, element, latitude, longitude])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // A panel beside the map stays open.
      event.preventDefault()
      onClose()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onClose])
  return createPortal(
    <div className={classes.card}>
      {children}
      <CloseButton className={classes.close} size="sm" aria-label={t('Close')} onClick={onClose} />
    </div>,
    element,
  )
}

/** The place of the new item. Mouse and touch drag it; with a keyboard, Enter puts it under the cross. */
export function PlacedPin({
  engine,
  at,
  onMove,
}: {
  engine: MapEngine
  at: Coordinates
  onMove: (at: Coordinates) => void
}) {
  const element = useElement(false)
  const pin = useRef<Pin>(undefined)
  const { latitude, longitude } = at
  const moved = useEffectEvent(onMove)
  const first = useEffectEvent(() => engine.pin(element, at, { onDrag: (next) => moved(next) }))
  useEffect(() => {
    const made = first()
    pin.current = made
    return made.remove
  }, [engine, element])
  useEffect(() => pin.current?.moveTo({ latitude, longitude }), [latitude, longitude])
  return createPortal(
    <svg className={classes.pin} width="26" height="32" viewBox="0 0 26 32" aria-hidden>
      <path d="M13 31C8 24.5 2 19.4 2 12.6a11 11 0 0 1 22 0C24 19.4 18 24.5 13 31Z" />
      <circle cx="13" cy="12.5" r="4" />
    </svg>,
    element,
  )
}
