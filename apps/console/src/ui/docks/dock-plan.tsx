import { memo, type ReactNode } from 'react'
import { DockBubble, type DockBubbleKind } from '../details/glyphs.tsx'
import classes from './dock-plan.module.css'

export type DockTile = {
  id: string
  /** As written on the dock: "07". */
  number: string
  bubble: DockBubbleKind
  /** Without contact: what it was when last seen, drawn pale. */
  last?: DockBubbleKind | undefined
  /** "48 m", "Free", "Jam": one word or one unit. */
  caption: string
  /** Everything in words, for screen readers and the tip: "Dock 08, locked for 4 d 3 h". */
  label: string
}

export type DockRow = { label?: string; docks: readonly DockTile[] }

type DockPlanProps = {
  /** Row by row as on the ground. */
  rows: readonly DockRow[]
  selected?: ReadonlySet<string>
  /** Click opens the menu on the tile, shift-click and ctrl-click select more. */
  onOpen: (id: string, tile: HTMLElement) => void
  onToggle?: (id: string) => void
  /** The tile whose menu is open keeps the ring. */
  openId?: string | null
}

/** Tiles in physical order. The table below shows the same docks to the keyboard and to screen readers. */
export function DockPlan({ rows, selected, onOpen, onToggle, openId = null }: DockPlanProps) {
  return (
    <div className={classes.plan}>
      {rows.map((row, index) => (
        <div key={row.label ?? index} className={classes.row} role="group" aria-label={row.label}>
          {row.label !== undefined && (
            <span className={classes.rowLabel} aria-hidden>
              {row.label}
            </span>
          )}
          <div className={classes.tiles} style={{ '--docks': row.docks.length }}>
            {row.docks.map((dock) => (
              <Tile
                key={dock.id}
                dock={dock}
                isSelected={selected?.has(dock.id) === true || openId === dock.id}
                onOpen={onOpen}
                onToggle={onToggle}
              />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

type TileProps = {
  dock: DockTile
  isSelected: boolean
  onOpen: DockPlanProps['onOpen']
  onToggle: DockPlanProps['onToggle']
}

const Tile = memo(function Tile({ dock, isSelected, onOpen, onToggle }: TileProps) {
  return (
    <button
      type="button"
      className={classes.tile}
      data-bubble={dock.bubble}
      data-dock={dock.id}
      aria-label={dock.label}
      aria-pressed={isSelected}
      data-tip={dock.label}
      onClick={(event) => {
        if ((event.shiftKey || event.ctrlKey || event.metaKey) && onToggle !== undefined) onToggle(dock.id)
        else onOpen(dock.id, event.currentTarget)
      }}
    >
      <span className={classes.number}>{dock.number}</span>
      <span className={classes.bubble} data-last={dock.last}>
        <DockBubble kind={dock.last ?? dock.bubble} size={16} />
      </span>
      {/* Drawn by the style sheet: the name says the same in full. */}
      <span className={classes.caption} data-caption={dock.caption} aria-hidden />
    </button>
  )
})

/** One big tile: the state of a single device on a phone, with its line why. */
export function DockState({
  bubble,
  title,
  children,
}: {
  bubble: DockBubbleKind
  title: string
  children?: ReactNode
}) {
  return (
    <div className={classes.state}>
      <span className={classes.tile} data-bubble={bubble}>
        <DockBubble kind={bubble} size={26} />
      </span>
      <div>
        <strong className={classes.title} data-bubble={bubble}>
          {title}
        </strong>
        {children !== undefined && <p>{children}</p>}
      </div>
    </div>
  )
}
