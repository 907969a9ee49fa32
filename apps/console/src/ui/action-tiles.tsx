import type { TablerIcon } from '@tabler/icons-react'
import classes from './action-tiles.module.css'

export type ActionTile = {
  id: string
  label: string
  icon: TablerIcon
  isLikeliest?: boolean
  isRunning?: boolean
  reason?: string
  onChoose: () => void
}

/** Phones: six commands in a grid, the likeliest filled; each is bigger than a gloved thumb. */
export const ActionTiles = ({ actions }: { actions: readonly ActionTile[] }) => (
  <div className={classes.tiles}>
    {actions.map(({ id, label, icon: Icon, isLikeliest, isRunning, reason, onChoose }) => (
      <button
        key={id}
        type="button"
        className={classes.tile}
        data-filled={isLikeliest || undefined}
        data-running={isRunning || undefined}
        disabled={reason !== undefined}
        data-tip={reason}
        onClick={onChoose}
      >
        <Icon size={22} stroke={1.75} aria-hidden />
        {label}
        {reason !== undefined && <small>{reason}</small>}
      </button>
    ))}
  </div>
)
