/** The physical order while someone changes it: row by row as on the ground, each from left to right. */
export interface OrderedRow {
  /** Stays with the row while its label is typed. */
  key: string
  label: string
  ids: readonly string[]
}
export type Order = readonly OrderedRow[]

export interface Place {
  row: number
  place: number
}

export function placeOf(order: Order, id: string): Place | null {
  const row = order.findIndex(({ ids }) => ids.includes(id))
  const ids = order[row]?.ids
  return ids === undefined ? null : { row, place: ids.indexOf(id) }
}

/** Moves to a place in a row, counted without the moving tile. A place beyond the end means the end. */
export function putAt(order: Order, id: string, to: Place): Order {
  return order.map(({ ids, ...row }, index) => {
    const others = ids.filter((one) => one !== id)
    if (index !== to.row) return { ...row, ids: others }
    return { ...row, ids: [...others.slice(0, to.place), id, ...others.slice(to.place)] }
  })
}

/** Beside another one, where a pointer let it go. */
export function putBeside(order: Order, id: string, targetId: string, side: 'before' | 'after'): Order {
  if (id === targetId) return order
  const target = placeOf(
    order.map((row) => ({ ...row, ids: row.ids.filter((one) => one !== id) })),
    targetId,
  )
  if (target === null) return order
  return putAt(order, id, { row: target.row, place: target.place + (side === 'after' ? 1 : 0) })
}

export type Step = 'left' | 'right' | 'up' | 'down' | 'start' | 'end'

/** One step of what is picked up. Left of the first place is the end of the row before; the same object where it cannot go on. */
export function stepped(order: Order, id: string, step: Step): Order {
  const at = placeOf(order, id)
  const to = at && target(order, at, step)
  return to === null ? order : putAt(order, id, to)
}

function target(order: Order, { row, place }: Place, step: Step): Place | null {
  const last = (order[row]?.ids.length ?? 1) - 1
  switch (step) {
    case 'left':
      if (place > 0) return { row, place: place - 1 }
      return row > 0 ? { row: row - 1, place: Infinity } : null
    case 'right':
      if (place < last) return { row, place: place + 1 }
      return row < order.length - 1 ? { row: row + 1, place: 0 } : null
    case 'up':
      return row > 0 ? { row: row - 1, place } : null
    case 'down':
      return row < order.length - 1 ? { row: row + 1, place } : null
    case 'start':
      return place > 0 ? { row, place: 0 } : null
    case 'end':
      return place < last ? { row, place: last } : null
  }
}

/** Where the focus goes: the neighbour as the eye meets it, over rows that hold nothing. */
export function neighbourOf(order: Order, id: string, step: Step): string | undefined {
  const at = placeOf(order, id)
  if (at === null) return undefined
  const flat = order.flatMap(({ ids }) => ids)
  if (step === 'left') return flat[flat.indexOf(id) - 1]
  if (step === 'right') return flat[flat.indexOf(id) + 1]
  if (step === 'start') return order[at.row]?.ids[0]
  if (step === 'end') return order[at.row]?.ids.at(-1)
  const rows = step === 'up' ? order.slice(0, at.row).toReversed() : order.slice(at.row + 1)
  const ids = rows.find((row) => row.ids.length > 0)?.ids
  return ids?.[Math.min(at.place, ids.length - 1)]
}

export const withLabel = (order: Order, key: string, label: string): Order =>
  order.map((row) => (row.key === key ? { ...row, label } : row))

export const withRow = (order: Order, key: string): Order => [...order, { key, label: '', ids: [] }]

/** An empty row is no row. */
export const withoutRow = (order: Order, key: string): Order =>
  order.filter((row) => row.key !== key || row.ids.length > 0)

/** All in one row by their numbers, for a station that was never put in order. */
export function byNumber(order: Order, numberOf: (id: string) => number): Order {
  return order.map((row) => ({ ...row, ids: row.ids.toSorted((one, other) => numberOf(one) - numberOf(other)) }))
}

/** Compares what the server would receive: the keys of rows exist on this page only. */
export const isSameOrder = (one: Order, other: Order): boolean =>
  JSON.stringify(sentOrder(one)) === JSON.stringify(sentOrder(other))

const sentOrder = (order: Order) =>
  order.filter(({ ids }) => ids.length > 0).map(({ label, ids }) => [label.trim(), ...ids])
