import { IconAlertTriangle, IconTrendingDown } from '@tabler/icons-react'
import { useRef, useState, type PointerEvent } from 'react'
import { t } from '../base/translate.ts'
import { Link } from '../details/link.tsx'
import { usePhone } from '../frame/app-frame.tsx'
import { ChartCursor } from './chart-cursor.tsx'
import { ChartFrame } from './chart.tsx'
import type { ChartTable } from './chart-data.ts'
import type { ChartPoints, Place } from './chart-points.ts'
import type { ChartTip } from './chart-tip.ts'
import tipClasses from './chart-tip.module.css'
import classes from './cell-rows.module.css'

/** From good to bad; `apart` counts as neither, and of `unknown` nothing is known. */
export type CellKind = 'good' | 'lower' | 'low' | 'apart' | 'unknown'

export interface CellLine {
  key: string
  label: string
  href: string
  cells: readonly CellKind[]
  /** At the end: "94.1 %". */
  value: string
  kind: CellKind
  /** The kind of the value in words, for those who do not see its picture: "Below 95 %". */
  kindName: string
}

interface CellRowsProps {
  title: string
  detail: string
  lines: readonly CellLine[]
  /** What a cell says, by its line and its place in it. */
  tipAt: (place: Place) => ChartTip
  legend: readonly { kind: CellKind; name: string }[]
  table: ChartTable
  formatValue: (value: number) => string
}

const rowHeight = 30
const linesAtOnce = 12

/** A line for each place with a cell a day: the shape of a cell says the same as its colour. */
export function CellRows({ lines, tipAt, legend, ...frame }: CellRowsProps) {
  const isPhone = usePhone()
  // Under a thumb the page alone scrolls.
  const height = (isPhone ? lines.length : Math.min(lines.length, linesAtOnce)) * rowHeight
  return (
    <ChartFrame {...frame} height={height} legend={<CellLegend kinds={legend} />}>
      <Lines title={frame.title} lines={lines} tipAt={tipAt} />
    </ChartFrame>
  )
}

interface Pointed extends Place {
  /** Of the middle of the cell, within the picture. */
  x: number
  y: number
  isRight: boolean
  isLow: boolean
}

function Lines({ title, lines, tipAt }: Pick<CellRowsProps, 'title' | 'lines' | 'tipAt'>) {
  const area = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const columns = Math.max(0, ...lines.map(({ cells }) => cells.length))
  const points: ChartPoints = { rows: lines.length, columns, tipAt }
  const point = (place: Place | null): void => setPointed(place === null ? null : locate(area.current, place, columns))
  const reach = (place: Place | null): void => {
    if (place !== null) pictureOf(area.current, place.row)?.scrollIntoView({ block: 'nearest' })
    point(place)
  }
  return (
    <div ref={area} className={classes.area} onPointerLeave={() => setPointed(null)}>
      <ul
        className={classes.lines}
        aria-label={title}
        onScroll={() => setPointed((one) => one && locate(area.current, one, columns))}
      >
        {lines.map((line, row) => (
          <Line
            key={line.key}
            line={line}
            pointed={pointed?.row === row ? pointed.column : undefined}
            onPoint={(column) => point({ row, column })}
          />
        ))}
      </ul>
      {points.columns > 0 && <ChartCursor title={title} points={points} onPoint={reach} />}
      {pointed !== null && <Tip pointed={pointed} tip={tipAt(pointed)} />}
    </div>
  )
}

const pictureOf = (area: HTMLElement | null, row: number): Element | null =>
  area?.querySelectorAll('[data-cells]').item(row) ?? null

function locate(area: HTMLElement | null, place: Place, columns: number): Pointed | null {
  const picture = pictureOf(area, place.row)?.getBoundingClientRect()
  const frame = area?.getBoundingClientRect()
  if (picture === undefined || frame === undefined) return null
  const x = picture.left - frame.left + (picture.width * (place.column + 0.5)) / columns
  const y = picture.top - frame.top + picture.height / 2
  return { ...place, x, y, isRight: x > frame.width / 2, isLow: y > frame.height / 2 }
}

interface LineProps {
  line: CellLine
  pointed: number | undefined
  onPoint: (column: number) => void
}

function Line({ line: { label, href, cells, value, kind, kindName }, pointed, onPoint }: LineProps) {
  const move = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect()
    onPoint(Math.max(0, Math.min(cells.length - 1, Math.floor(((clientX - left) / width) * cells.length))))
  }
  return (
    <li>
      <Link href={href}>{label}</Link>
      <svg
        data-cells
        className={classes.cells}
        viewBox={`0 0 ${cells.length * unit} ${tall}`}
        preserveAspectRatio="none"
        onPointerMove={move}
        aria-hidden
      >
        {kinds.map((one) => (
          <path key={one} data-kind={one} d={pathOf(cells, one)} />
        ))}
        {pointed !== undefined && (
          <rect className={classes.pointed} x={pointed * unit} y={0} width={unit} height={tall} />
        )}
      </svg>
      <span className={classes.value} data-kind={kind}>
        {kind === 'low' && <IconAlertTriangle size={14} aria-label={kindName} />}
        {kind === 'lower' && <IconTrendingDown size={14} aria-label={kindName} />}
        {value}
      </span>
    </li>
  )
}

/** Of a cell in the picture; its width on the screen depends on the room that there is. */
const unit = 10
const tall = 20
const kinds: readonly CellKind[] = ['good', 'lower', 'low', 'apart', 'unknown']

/** Top and height of what is drawn of a cell: whole, its lower half, broken in the middle, a bar, a line. */
const shapes: Record<CellKind, readonly (readonly [top: number, height: number])[]> = {
  good: [[0, 20]],
  lower: [[10, 10]],
  low: [
    [0, 8],
    [12, 8],
  ],
  apart: [[6, 8]],
  unknown: [[9, 2]],
}

export const pathOf = (cells: readonly CellKind[], kind: CellKind): string =>
  cells
    .flatMap((one, index) =>
      one === kind
        ? shapes[kind].map(([top, height]) => `M${index * unit + 1} ${top}h${unit - 2}v${height}h${2 - unit}z`)
        : [],
    )
    .join('')

/** About as wide as a tip is: on a phone it would leave the screen. */
const tipWidth = 250
const within = (place: string): string => `clamp(0px, ${place}, max(0px, 100% - ${tipWidth}px))`

function Tip({ pointed: { x, y, isRight, isLow }, tip: { title, lines } }: { pointed: Pointed; tip: ChartTip }) {
  const style = {
    ...(isRight ? { right: within(`100% - ${x}px`) } : { left: within(`${x}px`) }),
    ...(isLow ? { bottom: `calc(100% - ${y - 14}px)` } : { top: y + 14 }),
  }
  return (
    <div className={`${tipClasses.tip} ${classes.placed}`} style={style} aria-hidden>
      <strong>{title}</strong>
      {lines.map(({ name, value }) => (
        <div key={name} className={tipClasses.tipLine}>
          <span>{name}</span>
          <b>{value}</b>
        </div>
      ))}
    </div>
  )
}

const CellLegend = ({ kinds: shown }: { kinds: CellRowsProps['legend'] }) => (
  <ul className={classes.legend} aria-label={t('Legend')}>
    {shown.map(({ kind, name }) => (
      <li key={kind}>
        <svg className={classes.cells} viewBox={`0 0 ${unit} ${tall}`} width={7} height={14} aria-hidden>
          <path data-kind={kind} d={pathOf([kind], kind)} />
        </svg>
        {name}
      </li>
    ))}
  </ul>
)
