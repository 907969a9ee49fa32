import { Button, TextInput } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconCheck,
  IconRowInsertBottom,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import {
  neighbourOf,
  placeOf,
  putAt,
  putBeside,
  stepped,
  withLabel,
  withoutRow,
  withRow,
  type Order,
  type Step,
} from './dock-order.ts'
import classes from './order-plan.module.css'
import { dragTile, type DropTarget } from './order-drag.ts'
import { t } from '../base/translate.ts'

export type OrderTile = {
  /** As written on it: "07". */
  number: string
  /** "Dock 07". */
  name: string
  /** "Guard": what is no plain dock says what it is. */
  detail?: string
}

type OrderPlanProps = {
  order: Order
  onOrder: (order: Order) => void
  tileOf: (id: string) => OrderTile
  labelLongest: number
  isBusy?: boolean
}

/**
 * Rows of tiles that are put in order by pointer, by touch or by keyboard. Arrows walk; Space or Enter picks up, then arrows
 * carry, Space puts down and Escape puts back. By touch: tap what moves, then its place, or the arrows below.
 */
export function OrderPlan({ order, onOrder, tileOf, labelLongest, isBusy = false }: OrderPlanProps) {
  const list = useRef<HTMLDivElement>(null)
  const { picked, stop, said, ...moves } = useMoves(order, onOrder, tileOf, useWantedFocus(list))
  const help = useId()
  const current = stop ?? order.flatMap(({ ids }) => ids)[0]
  return (
    <div className={classes.plan} ref={list} aria-busy={isBusy}>
      <p id={help} className={classes.help}>
        {t(
          'Drag a tile, or tap it and then its place. Keyboard: Space picks up and puts down, arrow keys move, Escape cancels.',
        )}
      </p>
      {order.map((row, index) => (
        <div key={row.key} className={classes.row} role="group" aria-label={rowName(order, index)}>
          <div className={classes.head}>
            <TextInput
              aria-label={t('Label of row {{row}}', { row: index + 1 })}
              placeholder={t('Row {{row}}', { row: index + 1 })}
              maxLength={labelLongest}
              value={row.label}
              disabled={isBusy}
              onChange={(event) => onOrder(withLabel(order, row.key, event.currentTarget.value))}
            />
            <span className={classes.count}>{row.ids.length}</span>
            {row.ids.length === 0 && (
              <Button
                size="xs"
                variant="subtle"
                leftSection={<IconTrash size={14} aria-hidden />}
                onClick={() => onOrder(withoutRow(order, row.key))}
              >
                {t('Remove row')}
              </Button>
            )}
          </div>
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the keyboard carries tiles by arrows */}
          <div className={classes.tiles} data-row={index} onClick={(event) => moves.tapRow(event, index)}>
            {row.ids.map((id) => (
              <Tile
                key={id}
                id={id}
                tile={tileOf(id)}
                where={whereOf(order, id)}
                helpId={help}
                isPicked={picked === id}
                isStop={current === id}
                onKey={(event) => moves.key(event, id)}
                onTap={() => moves.tap(id)}
                onDrop={(to) => moves.drop(id, to)}
                onFocus={() => moves.stopAt(id)}
              />
            ))}
            {row.ids.length === 0 && <span className={classes.empty}>{t('Put devices here')}</span>}
          </div>
        </div>
      ))}
      <div className={classes.foot}>
        <Button
          leftSection={<IconRowInsertBottom size={15} aria-hidden />}
          disabled={isBusy}
          onClick={() => onOrder(withRow(order, crypto.randomUUID()))}
        >
          {t('Add a row')}
        </Button>
      </div>
      {picked !== null && (
        <Carrier tile={tileOf(picked)} onStep={(step) => moves.step(picked, step)} onDone={() => moves.tap(picked)} />
      )}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  )
}

const rowName = (order: Order, index: number): string =>
  order[index]?.label.trim() || t('Row {{row}}', { row: index + 1 })

/** "Wall, place 3 of 12". */
function whereOf(order: Order, id: string): string {
  const at = placeOf(order, id)
  if (at === null) return ''
  return t('{{row}}, place {{place}} of {{count}}', {
    row: rowName(order, at.row),
    place: at.place + 1,
    count: order[at.row]?.ids.length ?? 0,
  })
}

/** What is carried, where the focus is, and what is said of it. */
function useMoves(
  order: Order,
  onOrder: (order: Order) => void,
  tileOf: (id: string) => OrderTile,
  want: (id: string) => void,
) {
  const [carried, setCarried] = useState<{ id: string; before: Order } | null>(null)
  const [stop, setStop] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const put = (
    id: string,
    next: Order,
    words = t('{{name}}: {{where}}', { name: tileOf(id).name, where: whereOf(next, id) }),
  ) => {
    want(id)
    setStop(id)
    if (next !== order) onOrder(next)
    setSaid(next === order ? t('{{name}} cannot move further', { name: tileOf(id).name }) : words)
  }
  const tap = (id: string): void => {
    want(carried?.id ?? id)
    if (carried === null) {
      setCarried({ id, before: order })
      setStop(id)
      return setSaid(t('{{name}} picked up, {{where}}', { name: tileOf(id).name, where: whereOf(order, id) }))
    }
    setCarried(null)
    if (carried.id === id)
      return setSaid(t('{{name}} put down, {{where}}', { name: tileOf(id).name, where: whereOf(order, id) }))
    const flat = order.flatMap(({ ids }) => ids)
    // It takes the place of the one that was tapped, from whichever side it comes.
    put(carried.id, putBeside(order, carried.id, id, flat.indexOf(carried.id) < flat.indexOf(id) ? 'after' : 'before'))
  }
  const putBack = (): void => {
    if (carried === null) return
    put(
      carried.id,
      carried.before,
      t('{{name}} put back, {{where}}', { name: tileOf(carried.id).name, where: whereOf(carried.before, carried.id) }),
    )
    setCarried(null)
  }
  const key = (event: KeyboardEvent<HTMLElement>, id: string): void => {
    const step = stepOf(event)
    if (event.key === 'Escape' && carried !== null) putBack()
    else if (step === null) return
    else if (carried?.id === id) put(id, stepped(order, id, step))
    else focusOn(neighbourOf(order, id, step))
    event.preventDefault()
    event.stopPropagation()
  }
  const focusOn = (id: string | undefined): void => {
    if (id === undefined) return
    want(id)
    setStop(id)
  }
  return {
    stop,
    said,
    tap,
    key,
    stopAt: setStop,
    picked: carried?.id ?? null,
    step: (id: string, step: Step) => put(id, stepped(order, id, step)),
    drop: (id: string, to: DropTarget) => {
      setCarried(null)
      put(
        id,
        to.id === undefined
          ? putAt(order, id, {
              row: to.row,
              place: Infinity,
            })
          : putBeside(order, id, to.id, to.side),
      )
    },
    tapRow: (event: React.MouseEvent<HTMLElement>, row: number) => {
      if (carried === null || event.target !== event.currentTarget) return
      setCarried(null)
      put(
        carried.id,
        putAt(order, carried.id, {
          row,
          place: Infinity,
        }),
      )
    },
  }
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

type TileProps = {
  id: string
  tile: OrderTile
  where: string
  helpId: string
  isPicked: boolean
  isStop: boolean
  onKey: (event: KeyboardEvent<HTMLElement>) => void
  onTap: () => void
  onDrop: (to: DropTarget) => void
  onFocus: () => void
}

const Tile = ({ id, tile, where, helpId, isPicked, isStop, onKey, onTap, onDrop, onFocus }: TileProps) => (
  <button
    type="button"
    className={classes.tile}
    data-tile={id}
    data-tip={tile.name}
    aria-label={`${tile.name}, ${where}`}
    aria-pressed={isPicked}
    aria-describedby={helpId}
    tabIndex={isStop ? 0 : -1}
    onKeyDown={onKey}
    onFocus={onFocus}
    onPointerDown={(event) => dragTile(event, onDrop)}
    onClick={onTap}
  >
    <span className={classes.number}>{tile.number}</span>
    {/* Drawn by the style sheet: the name says the same in full. */}
    {tile.detail !== undefined && <span className={classes.detail} data-detail={tile.detail} aria-hidden />}
  </button>
)

const arrows: readonly { step: Step; label: string; icon: TablerIcon }[] = [
  { step: 'left', label: 'Earlier', icon: IconArrowLeft },
  { step: 'right', label: 'Later', icon: IconArrowRight },
  { step: 'up', label: 'Previous row', icon: IconArrowUp },
  { step: 'down', label: 'Next row', icon: IconArrowDown },
]

/** One button for each step, because dragging is hard with gloves on. */
const Carrier = ({ tile, onStep, onDone }: { tile: OrderTile; onStep: (step: Step) => void; onDone: () => void }) => (
  <div className={classes.carrier} role="toolbar" aria-label={t('Move {{name}}', { name: tile.name })}>
    <strong>{tile.name}</strong>
    {arrows.map(({ step, label, icon: Icon }) => (
      // The focus stays on the tile, whose keys do the same.
      <button
        key={step}
        type="button"
        tabIndex={-1}
        aria-label={t(label)}
        data-tip={t(label)}
        onClick={() => onStep(step)}
      >
        <Icon size={18} aria-hidden />
      </button>
    ))}
    <button type="button" tabIndex={-1} data-done onClick={onDone}>
      <IconCheck size={18} aria-hidden />
      {t('Put down')}
    </button>
  </div>
)
