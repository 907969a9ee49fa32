import type { TablerIcon } from '@tabler/icons-react'
import { Spinner } from './glyphs.tsx'
import classes from './action-tiles.module.css'

export type ActionTile = {
  id: string
  label: string
  icon: TablerIcon
  isLikeliest?: boolean
  isRunning?: boolean
  /** Why it cannot be done now. */
  reason?: string
  onChoose: () => void
}

type ActionTilesProps = {
  label: string
  actions: readonly ActionTile[]
  /** As buttons, for a mouse. */
  isCompact?: boolean
}

/** Three in a row, the likeliest filled; each is bigger than a gloved thumb. The reasons are below, each only once. */
export const ActionTiles = ({ label: name, actions, isCompact }: ActionTilesProps) => (
  <div
    className={classes.tiles}
    role="group"
    aria-label={name}
    data-compact={isCompact || undefined}
    data-busy={actions.some(({ isRunning }) => isRunning) || undefined}
  >
    {actions.map(({ id, label, icon: Icon, isLikeliest, isRunning, reason, onChoose }) => (
      <button
        key={id}
        type="button"
        className={classes.tile}
        data-filled={(isLikeliest && !isRunning && reason === undefined) || undefined}
        data-running={isRunning || undefined}
        aria-busy={isRunning}
        disabled={reason !== undefined}
        onClick={onChoose}
      >
        {isRunning ? <Spinner size={isCompact ? 15 : 22} /> : <Icon size={isCompact ? 15 : 22} aria-hidden />}
        <span>{label}</span>
      </button>
    ))}
    <Reasons actions={actions} />
  </div>
)

/** "Reboot, Identify: No hardware is assigned to this device". */
function Reasons({ actions }: Pick<ActionTilesProps, 'actions'>) {
  const refused = actions.flatMap(({ label, reason }) => (reason === undefined ? [] : [{ label, reason }]))
  const reasons = [...new Set(refused.map(({ reason }) => reason))]
  if (reasons.length === 0) return null
  const ofAll = refused.length === actions.length && reasons.length === 1
  return (
    <p className={classes.why}>
      {reasons.map((reason) => (
        <span key={reason}>
          {!ofAll && (
            <b>
              {refused
                .filter((one) => one.reason === reason)
                .map(({ label }) => label)
                .join(', ')}
              :{' '}
            </b>
          )}
          {reason}
        </span>
      ))}
    </p>
  )
}
