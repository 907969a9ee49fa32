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
import { useId, useRef, type KeyboardEvent } from 'react'
import { withLabel, withoutRow, withRow, type Order, type Step } from './dock-order.ts'
import classes from './order-plan.module.css'
import { dragTile, type DropTarget } from './order-drag.ts'
import { rowName, useOrderMoves, whereOf, type OrderTile } from './order-moves.ts'
import { t } from '../base/translate.ts'

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
  const { picked, stop, said, ...moves } = useOrderMoves({ order, onOrder, tileOf, list })
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
