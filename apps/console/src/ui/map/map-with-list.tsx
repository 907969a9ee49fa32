import { Button } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { isPlainClick, Link, useNavigateTo } from '../details/link.tsx'
import { number, t } from '../base/translate.ts'
import { MapView } from './map-view.tsx'
import type { MapViewProps } from './map-view.tsx'
import { OpenInMaps } from './open-in-maps.tsx'
import { cameraOf, cameraText } from './map-framing.ts'
import { byUrgency, insideOf } from './map-points.ts'
import type { Camera, MapBounds, MapPoint } from './map-points.ts'
import classes from './map.module.css'

interface MapWithListProps<Item extends MapPoint> extends Pick<
  MapViewProps,
  'label' | 'shapes' | 'cities' | 'legend' | 'place' | 'fitKey'
> {
  /** Where the map opens, as an address holds it, and the way back to the address. */
  camera?: string | undefined
  onCamera?: (camera: string) => void
  /** Keep the array until it changes. */
  items: readonly Item[]
  /** A row of the list, and the card on the map. */
  row: (item: Item) => ReactNode
  /** The page that an item opens; pass either this … */
  href?: (item: Item) => string
  /** … or a function that opens the item here. */
  onOpen?: (item: Item) => void
  /** Loading, no match, error: instead of rows. */
  state?: ReactNode
  /** Above the rows: that they could not be renewed. */
  notice?: ReactNode
  /** Beside the count: what is not shown, and why. */
  note?: ReactNode
}

/** So long a page may take to open. */
const openingMs = 3_000

/** A map with the visible items as rows next to it. Pointer, focus and choice stay in step between the two. */
export function MapWithList<Item extends MapPoint>({
  items,
  row,
  href,
  onOpen,
  state,
  notice,
  note,
  camera,
  onCamera,
  ...map
}: MapWithListProps<Item>) {
  const [bounds, setBounds] = useState<MapBounds | null>(null)
  const [hovered, setHovered] = useState<string | null>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const navigate = useNavigateTo()
  const isOpening = useRef(false)
  const noteOpening = (): void => {
    isOpening.current = true
    setTimeout(() => (isOpening.current = false), openingMs)
  }
  // A map that comes to rest while an item opens must not put its own address in place of the one that is on its way.
  const keepCamera = (moved: Camera): void => {
    if (!isOpening.current) onCamera?.(cameraText(moved))
  }
  const shown = byUrgency(bounds === null ? items : items.filter(insideOf(bounds)))
  // The first click shows where it is. The keyboard already marks the point by its focus, so Enter opens at once.
  const choose = (id: string, event: MouseEvent): void => {
    if (id === selected || event.detail === 0 || !isPlainClick(event)) return noteOpening()
    event.preventDefault()
    setSelected(id)
  }
  const open = (item: Item) => (href ? (navigate ?? ((to: string) => location.assign(to)))(href(item)) : onOpen?.(item))
  const card = (id: string) => {
    const item = items.find((one) => one.id === id)
    return (
      item && (
        <>
          {row(item)}
          <span className={classes.cardActions}>
            {(href ?? onOpen) && (
              <Button size="xs" onClick={() => (noteOpening(), open(item))}>
                {t('Open')}
              </Button>
            )}
            <OpenInMaps at={item} label={item.label ?? ''} />
          </span>
        </>
      )
    )
  }
  return (
    <div className={classes.beside}>
      <MapView
        {...map}
        camera={cameraOf(camera)}
        onCamera={keepCamera}
        takesKeys={map.place !== undefined}
        points={items}
        hovered={hovered}
        selected={selected}
        onHover={setHovered}
        onSelect={setSelected}
        onBounds={setBounds}
        card={card}
      />
      <section className={classes.side} aria-label={t('In view')}>
        <div className={classes.sideHead}>
          <h2>{t('In view')}</h2>
          {/* Until they are here, or where they could not be loaded, a count would be wrong. */}
          <span hidden={state !== undefined && items.length === 0}>
            {shown.length === items.length
              ? number(items.length)
              : t('{{shown}} of {{all}}', { shown: number(shown.length), all: number(items.length) })}
          </span>
          {note}
        </div>
        {notice}
        {state ?? (
          <Rows
            label={map.label}
            items={shown}
            row={row}
            href={href}
            onOpen={onOpen}
            hovered={hovered}
            selected={selected}
            onHover={setHovered}
            onChoose={choose}
          />
        )}
      </section>
    </div>
  )
}

interface RowsProps<Item extends MapPoint> {
  label: string
  items: readonly Item[]
  row: (item: Item) => ReactNode
  href: ((item: Item) => string) | undefined
  onOpen: ((item: Item) => void) | undefined
  hovered: string | null
  selected: string | null
  onHover: (id: string | null) => void
  /** A click that only selects is prevented. */
  onChoose: (id: string, event: MouseEvent) => void
}

const estimatedHeight = () => 57

function Rows<Item extends MapPoint>({ items, row, href, onOpen, selected, ...props }: RowsProps<Item>) {
  'use no memo' // the virtualiser changes in place
  const { label, hovered, onHover, onChoose } = props
  const scroller = useRef<HTMLDivElement>(null)
  const latest = useRef(items)
  latest.current = items
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: items.length,
    getScrollElement: useCallback(() => scroller.current, []),
    estimateSize: estimatedHeight,
    getItemKey: useCallback((index: number) => latest.current[index]?.id ?? index, []),
    overscan: 6,
  })
  const reveal = useEffectEvent((id: string) => {
    const index = items.findIndex((item) => item.id === id)
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
  })
  useEffect(() => {
    if (selected !== null) reveal(selected)
  }, [selected])
  const press = (item: Item, event: MouseEvent) => {
    onChoose(item.id, event)
    if (!event.defaultPrevented) onOpen?.(item)
  }
  const step = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const from = event.target instanceof Element ? event.target.closest('li')?.dataset.index : undefined
    if (by === undefined || from === undefined) return
    event.preventDefault()
    const to = Math.min(Math.max(Number(from) + by, 0), items.length - 1)
    virtualizer.scrollToIndex(to, { align: 'auto' })
    scroller.current?.querySelector<HTMLElement>(`li[data-index="${to}"] > *`)?.focus()
  }
  return (
    <div
      ref={scroller}
      className={classes.rows}
      role="region"
      aria-label={t('{{what}}, as a list', { what: label })}
      tabIndex={0}
    >
      <ul style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const item = items[index]
          if (item === undefined) return null
          const [enter, leave] = [() => onHover(item.id), () => onHover(null)]
          const heard = { onFocus: enter, onBlur: leave, onMouseEnter: enter, onMouseLeave: leave, onKeyDown: step }
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-hovered={item.id === hovered || undefined}
              data-selected={item.id === selected || undefined}
              style={{ transform: `translateY(${start}px)` }}
            >
              {href ? (
                <Link
                  className={classes.row}
                  href={href(item)}
                  onClick={(event) => onChoose(item.id, event)}
                  {...heard}
                >
                  {row(item)}
                </Link>
              ) : (
                <button type="button" className={classes.row} onClick={(event) => press(item, event)} {...heard}>
                  {row(item)}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
