import { IconEye, IconEyeOff, IconGripVertical, IconPinned, IconPinnedFilled, IconSum } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import classes from './columns-menu.module.css'
import {
  arrange,
  placed,
  placeOf,
  reset,
  showsTotal,
  stepped,
  withPin,
  withTotal,
  withVisibility,
  type ArrangedColumn,
  type PlainColumn,
  type TableLayout,
} from '../data-table/layout.ts'
import { inColumn, useMovedFocus } from '../data-table/moved-focus.ts'
import { t } from '../base/translate.ts'

type MenuColumn = PlainColumn & { hasTotal?: boolean }

export type ColumnsMenuProps = {
  columns: readonly MenuColumn[]
  layout: TableLayout
  onLayout: (layout: TableLayout) => void
}

/** All columns in their order, pinned ones first: handle to move, eye, pin, and sum where there is a total. */
export function ColumnsList({ columns, layout, onLayout }: ColumnsMenuProps) {
  const list = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  const arranged = arrange(columns, layout)
  const keepFocus = useMovedFocus(list, layout)
  const nameOf = (id: string) => t(columns.find((column) => column.id === id)?.header ?? id)
  const put = (id: string, next: TableLayout) => {
    if (next !== layout) onLayout(next)
    setSaid(t('{{column}} is column {{place}} of {{count}}', { column: nameOf(id), ...placeOf(columns, next, id) }))
  }
  const row = (column: ArrangedColumn) => (
    <ColumnRow
      key={column.id}
      column={column}
      name={nameOf(column.id)}
      plain={columns.find(({ id }) => id === column.id)}
      hasTotalShown={showsTotal(layout, column.id)}
      onStep={(step) => {
        keepFocus(inColumn(column.id, '[data-part="handle"]'))
        put(column.id, stepped(columns, layout, column.id, step))
      }}
      onPlace={(targetId, side) => put(column.id, placed(columns, layout, column.id, targetId, side))}
      onShow={() => onLayout(withVisibility(layout, column.id, !column.isVisible))}
      onPin={() => {
        keepFocus(inColumn(column.id, '[data-part="pin"]'))
        onLayout(withPin(columns, layout, column.id, !column.isPinned))
      }}
      onTotal={() => onLayout(withTotal(layout, totalIds(columns), column.id, !showsTotal(layout, column.id)))}
    />
  )
  const pinned = arranged.filter((column) => column.isPinned)
  return (
    <div className={classes.menu} ref={list}>
      <div className={classes.list}>
        <Group label={t('Pinned')}>{pinned.map(row)}</Group>
        <Group label={t('Columns')}>{arranged.filter((column) => !column.isPinned).map(row)}</Group>
      </div>
      <div className={classes.foot}>
        <span>{t('Drag to reorder, or use the arrow keys on a handle')}</span>
        <button type="button" onClick={() => onLayout(reset(layout))}>
          {t('Reset to default')}
        </button>
      </div>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  )
}

const totalIds = (columns: readonly MenuColumn[]) => columns.filter((column) => column.hasTotal).map(({ id }) => id)

const Group = ({ label, children }: { label: string; children: readonly ReactNode[] }) =>
  children.length === 0 ? null : (
    <div role="group" aria-label={label}>
      <h2>{label}</h2>
      <ul>{children}</ul>
    </div>
  )

type ColumnRowProps = {
  column: ArrangedColumn
  name: string
  plain: MenuColumn | undefined
  hasTotalShown: boolean
  onStep: (step: -1 | 1) => void
  onPlace: (targetId: string, side: 'before' | 'after') => void
  onShow: () => void
  onPin: () => void
  onTotal: () => void
}

function ColumnRow({ column, name, plain, hasTotalShown, onStep, onPlace, onShow, onPin, onTotal }: ColumnRowProps) {
  const isFixed = plain?.isHideable === false
  return (
    <li
      className={classes.row}
      data-column={column.id}
      data-pinned={column.isPinned || undefined}
      data-hidden={!column.isVisible || undefined}
    >
      <button
        type="button"
        className={classes.handle}
        data-part="handle"
        aria-label={t('Move {{column}}', { column: name })}
        aria-keyshortcuts="ArrowUp ArrowDown"
        onKeyDown={(event) => stepByKey(event, onStep)}
        onPointerDown={(event) => dragRow(event, onPlace)}
      >
        <IconGripVertical size={14} aria-hidden />
      </button>
      <span className={classes.name}>{name}</span>
      {plain?.hasTotal && (
        <Toggle isOn={hasTotalShown} label={t('Total of {{column}}', { column: name })} part="total" onClick={onTotal}>
          <IconSum size={14} aria-hidden />
        </Toggle>
      )}
      <Toggle isOn={column.isPinned} label={t('Pin {{column}}', { column: name })} part="pin" onClick={onPin}>
        {column.isPinned ? <IconPinnedFilled size={14} aria-hidden /> : <IconPinned size={14} aria-hidden />}
      </Toggle>
      <Toggle
        isOn={column.isVisible}
        label={t('Show {{column}}', { column: name })}
        part="show"
        onClick={onShow}
        {...(isFixed ? { whyNot: t('Identifies the row, so it cannot be hidden') } : {})}
      >
        {column.isVisible ? <IconEye size={15} aria-hidden /> : <IconEyeOff size={15} aria-hidden />}
      </Toggle>
    </li>
  )
}

type ToggleProps = {
  isOn: boolean
  label: string
  part: string
  onClick: () => void
  whyNot?: string
  children: ReactNode
}

const Toggle = ({ isOn, label, part, onClick, whyNot, children }: ToggleProps) => (
  <button
    type="button"
    className={classes.toggle}
    data-part={part}
    aria-label={label}
    aria-pressed={isOn}
    aria-disabled={whyNot === undefined ? undefined : true}
    data-tip={whyNot ?? label}
    onClick={whyNot === undefined ? onClick : undefined}
  >
    {children}
  </button>
)

function stepByKey(event: KeyboardEvent<HTMLElement>, onStep: (step: -1 | 1) => void) {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
  event.preventDefault()
  onStep(event.key === 'ArrowUp' ? -1 : 1)
}

/** Drags a column by mouse, pen or finger; a line shows where it would go. */
function dragRow(event: PointerEvent<HTMLElement>, onPlace: ColumnRowProps['onPlace']) {
  const handle = event.currentTarget
  const row = handle.closest<HTMLElement>('li')
  if (event.button !== 0 || row === null) return
  const ending = new AbortController()
  const rows = [...(row.closest(`.${classes.list}`)?.querySelectorAll<HTMLElement>('li') ?? [])]
  let target: { id: string; side: 'before' | 'after' } | null = null
  const show = (at: HTMLElement | null, side: string) => {
    for (const each of rows) delete each.dataset.drop
    if (at !== null) at.dataset.drop = side
  }
  const move = ({ clientY }: globalThis.PointerEvent) => {
    const over = rows.find((each) => {
      const { top, bottom } = each.getBoundingClientRect()
      return (
        clientY >= top &&
        clientY < bottom &&
        each !== row &&
        each.hasAttribute('data-pinned') === row.hasAttribute('data-pinned')
      )
    })
    const box = over?.getBoundingClientRect()
    const side = box !== undefined && clientY < (box.top + box.bottom) / 2 ? 'before' : 'after'
    target = over?.dataset.column === undefined ? null : { id: over.dataset.column, side }
    show(over ?? null, side)
  }
  const end = (isDone: boolean) => {
    ending.abort()
    show(null, '')
    delete row.dataset.dragging
    if (isDone && target !== null) onPlace(target.id, target.side)
  }
  row.dataset.dragging = 'true'
  handle.setPointerCapture(event.pointerId)
  handle.addEventListener('pointermove', move, { signal: ending.signal })
  handle.addEventListener('pointerup', () => end(true), { signal: ending.signal })
  handle.addEventListener('pointercancel', () => end(false), { signal: ending.signal })
}
