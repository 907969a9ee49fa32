/** How one person has laid out one table. Whatever is absent is as the screen has it at first. */
export type TableLayout = {
  visibility: Readonly<Record<string, boolean>>
  order: readonly string[]
  /** px */
  sizes: Readonly<Record<string, number>>
  /** At the start, in this order; null: as at first. */
  pins: readonly string[] | null
  /** Columns whose totals are shown; null: all that have one. */
  totals: readonly string[] | null
  density: 'compact' | 'comfortable'
}

export const firstLayout: TableLayout = {
  visibility: {},
  order: [],
  sizes: {},
  pins: null,
  totals: null,
  density: 'compact',
}

/** What arranging needs of a column. */
export type PlainColumn = {
  id: string
  header: string
  width: number
  pin?: 'start'
  isHideable?: boolean
  isHiddenAtFirst?: boolean
}
export type ArrangedColumn = { id: string; isVisible: boolean; isPinned: boolean }
export type Side = 'before' | 'after'

export const smallestWidth = 40
export const largestWidth = 900
export const widthWithin = (width: number) => Math.min(largestWidth, Math.max(smallestWidth, Math.round(width)))

export const isVisible = (
  column: Pick<PlainColumn, 'id' | 'isHiddenAtFirst' | 'isHideable'>,
  visibility: TableLayout['visibility'],
) => column.isHideable === false || (visibility[column.id] ?? column.isHiddenAtFirst !== true)

/** All columns as they lie, shown or not: pinned ones first. A column that came after the person's choice stands behind its neighbour. */
export function arrange(columns: readonly PlainColumn[], { visibility, order, pins }: TableLayout): ArrangedColumn[] {
  const ids = orderedIds(columns, order)
  const pinned = (
    pins ?? ids.filter((id) => columns.some((column) => column.id === id && column.pin === 'start'))
  ).filter((id) => ids.includes(id))
  const byId = new Map(columns.map((column) => [column.id, column]))
  return [...pinned, ...ids.filter((id) => !pinned.includes(id))].flatMap((id) => {
    const column = byId.get(id)
    return column === undefined ? [] : [{ id, isVisible: isVisible(column, visibility), isPinned: pinned.includes(id) }]
  })
}

function orderedIds(columns: readonly PlainColumn[], order: readonly string[]): string[] {
  const known = new Set(columns.map(({ id }) => id))
  const ids = order.filter((id) => known.has(id))
  for (const [place, { id }] of columns.entries()) {
    if (ids.includes(id)) continue
    const before = columns[place - 1]
    ids.splice(before === undefined ? 0 : ids.indexOf(before.id) + 1, 0, id)
  }
  return ids
}

/** Puts a column beside another one. The border of the pinned ones is crossed by pinning only. */
export function placed(
  columns: readonly PlainColumn[],
  layout: TableLayout,
  id: string,
  targetId: string,
  side: Side,
): TableLayout {
  const arranged = arrange(columns, layout)
  const own = arranged.find((column) => column.id === id)
  const target = arranged.find((column) => column.id === targetId)
  if (own === undefined || target === undefined || id === targetId || own.isPinned !== target.isPinned) return layout
  const others = arranged.filter((column) => column.id !== id)
  others.splice(others.indexOf(target) + (side === 'after' ? 1 : 0), 0, own)
  return ofArranged(layout, others, own.isPinned)
}

/** One step past the next shown neighbour: -1 to the start, 1 to the end. The same layout where there is none. */
export function stepped(columns: readonly PlainColumn[], layout: TableLayout, id: string, step: -1 | 1): TableLayout {
  const arranged = arrange(columns, layout)
  const own = arranged.find((column) => column.id === id)
  const zone = arranged.filter((column) => (column.isVisible || column.id === id) && column.isPinned === own?.isPinned)
  const next = zone[zone.findIndex((column) => column.id === id) + step]
  return next === undefined ? layout : placed(columns, layout, id, next.id, step < 0 ? 'before' : 'after')
}

export function withPin(
  columns: readonly PlainColumn[],
  layout: TableLayout,
  id: string,
  isPinned: boolean,
): TableLayout {
  const others = arrange(columns, layout).filter((column) => column.id !== id)
  const own = { id, isVisible: true, isPinned }
  const border = others.filter((column) => column.isPinned).length
  others.splice(border, 0, own)
  return ofArranged(layout, others, true)
}

const ofArranged = (layout: TableLayout, arranged: readonly ArrangedColumn[], arePinsChosen: boolean): TableLayout => ({
  ...layout,
  order: arranged.map(({ id }) => id),
  pins: arePinsChosen ? arranged.filter((column) => column.isPinned).map(({ id }) => id) : layout.pins,
})

export const withVisibility = (layout: TableLayout, id: string, isShown: boolean): TableLayout => ({
  ...layout,
  visibility: { ...layout.visibility, [id]: isShown },
})

/** Null: as wide as at first. */
export function withSize(layout: TableLayout, id: string, width: number | null): TableLayout {
  const { [id]: _before, ...sizes } = layout.sizes
  return { ...layout, sizes: width === null ? sizes : { ...sizes, [id]: widthWithin(width) } }
}

export const showsTotal = ({ totals }: TableLayout, id: string) => totals === null || totals.includes(id)

export const withTotal = (layout: TableLayout, ids: readonly string[], id: string, isShown: boolean): TableLayout => ({
  ...layout,
  totals: ids.filter((each) => (each === id ? isShown : showsTotal(layout, each))),
})

/** Columns as at first; how dense the rows are is another choice. */
export const reset = ({ density }: TableLayout): TableLayout => ({ ...firstLayout, density })

/** Place among the shown ones, from 1, and how many there are. */
export function placeOf(columns: readonly PlainColumn[], layout: TableLayout, id: string) {
  const shown = arrange(columns, layout).filter((column) => column.isVisible)
  return { place: shown.findIndex((column) => column.id === id) + 1, count: shown.length }
}
