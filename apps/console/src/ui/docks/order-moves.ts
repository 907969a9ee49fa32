import { useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { neighbourOf, placeOf, putAt, putBeside, stepped, type Order, type Step } from './dock-order.ts'
import { type DropTarget } from './order-drag.ts'
import { t } from '../base/translate.ts'

export type OrderTile = {
  /** As written on it: "07". */
  number: string
  /** "Dock 07". */
  name: string
  /** "Guard": what is no plain dock says what it is. */
  detail?: string
}

export const rowName = (order: Order, index: number): string =>
  order[index]?.label.trim() || t('Row {{row}}', { row: index + 1 })

/** "Wall, place 3 of 12". */
export function whereOf(order: Order, id: string): string {
  const at = placeOf(order, id)
  if (at === null) return ''
  return t('{{row}}, place {{place}} of {{count}}', {
    row: rowName(order, at.row),
    place: at.place + 1,
    count: order[at.row]?.ids.length ?? 0,
  })
}

type OrderMovesOptions = {
  order: Order
  onOrder: (order: Order) => void
  tileOf: (id: string) => OrderTile
  /** The element that contains the tiles. */
  list: RefObject<HTMLElement | null>
}

type Carried = { id: string; before: Order }

/** What is carried, where the focus is, and what is said of it. */
export function useOrderMoves({ order, onOrder, tileOf, list }: OrderMovesOptions) {
  const want = useWantedFocus(list)
  const [carried, setCarried] = useState<Carried | null>(null)
  const [stop, setStop] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const wordsOf = (id: string, next = order) => ({ name: tileOf(id).name, where: whereOf(next, id) })
  const focusOn = (id: string | undefined): void => {
    if (id === undefined) return
    want(id)
    setStop(id)
  }
  const put = (id: string, next: Order, words = t('{{name}}: {{where}}', wordsOf(id, next))): void => {
    focusOn(id)
    if (next !== order) onOrder(next)
    setSaid(next === order ? t('{{name}} cannot move further', { name: tileOf(id).name }) : words)
  }
  const putDown = (id: string, next: Order, words?: string): void => {
    setCarried(null)
    put(id, next, words)
  }
  const tap = (id: string): void => {
    want(carried?.id ?? id)
    if (carried !== null && carried.id !== id) return putDown(carried.id, inPlaceOf(order, carried.id, id))
    setCarried(carried === null ? { id, before: order } : null)
    if (carried === null) setStop(id)
    const words = wordsOf(id)
    setSaid(carried === null ? t('{{name}} picked up, {{where}}', words) : t('{{name}} put down, {{where}}', words))
  }
  const putBack = ({ id, before }: Carried): void =>
    putDown(id, before, t('{{name}} put back, {{where}}', wordsOf(id, before)))
  const key = (event: KeyboardEvent<HTMLElement>, id: string): void => {
    const step = stepOf(event)
    if (event.key === 'Escape' && carried !== null) putBack(carried)
    else if (step === null) return
    else if (carried?.id === id) put(id, stepped(order, id, step))
    else focusOn(neighbourOf(order, id, step))
    event.preventDefault()
    event.stopPropagation()
  }
  const tapRow = (event: MouseEvent<HTMLElement>, row: number): void => {
    if (carried !== null && event.target === event.currentTarget) putDown(carried.id, atEndOf(order, carried.id, row))
  }
  const step = (id: string, to: Step): void => put(id, stepped(order, id, to))
  const drop = (id: string, to: DropTarget): void => putDown(id, droppedAt(order, id, to))
  return { picked: carried?.id ?? null, stop, said, tap, key, tapRow, step, drop, stopAt: setStop }
}

const atEndOf = (order: Order, id: string, row: number): Order => putAt(order, id, { row, place: Infinity })

const droppedAt = (order: Order, id: string, to: DropTarget): Order =>
  to.id === undefined ? atEndOf(order, id, to.row) : putBeside(order, id, to.id, to.side)

/** It takes the place of the other one, from whichever side it comes. */
function inPlaceOf(order: Order, id: string, other: string): Order {
  const flat = order.flatMap(({ ids }) => ids)
  return putBeside(order, id, other, flat.indexOf(id) < flat.indexOf(other) ? 'after' : 'before')
}

const steps: Record<string, Step> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'start',
  End: 'end',
}
const stepOf = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): Step | null =>
  altKey || ctrlKey || metaKey ? null : (steps[key] ?? null)

/** A tile that came to another row is another element: the focus goes after it. */
function useWantedFocus(list: RefObject<HTMLElement | null>) {
  const wanted = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const tile = list.current?.querySelector<HTMLElement>(`[data-tile="${CSS.escape(wanted.current)}"]`)
    wanted.current = null
    tile?.focus({ preventScroll: true })
    tile?.scrollIntoView({ block: 'nearest' })
  })
  return (id: string): void => {
    wanted.current = id
  }
}
