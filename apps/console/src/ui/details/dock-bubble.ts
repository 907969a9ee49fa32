import { lookOf } from './status-styles.ts'
import type { DockBubbleKind } from './glyphs.tsx'

/** Spec 9: green for occupied, orange and red after a duration. A door is inverted (locked means free), a guard shows free. */
export function dockBubbleOf(dock: {
  state: string
  type?: string
  overdue?: 'none' | 'orange' | 'red'
  no_contact?: boolean
}): DockBubbleKind {
  if (dock.no_contact === true) return 'no_contact'
  if (dock.type === 'guard') return 'free'
  const state = dock.type === 'door' ? invertedDoor(dock.state) : dock.state
  if (state === 'locked' && dock.overdue === 'red') return 'over_72'
  if (state === 'locked' && dock.overdue === 'orange') return 'over_24'
  return lookOf('dock_state', state).dock ?? 'no_contact'
}

function invertedDoor(state: string): string {
  if (state === 'locked') return 'unlocked'
  return state === 'unlocked' ? 'locked' : state
}
