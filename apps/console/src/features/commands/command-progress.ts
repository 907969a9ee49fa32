import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { listLocationCommands } from '@wheelhouse/contract/commands/commands.ts'
import { useCanCall } from '../../session/can.ts'
import { useLive } from '../../live/use-live.ts'

const shown = 20

/** The last commands of a location, newest first. */
export function useLocationCommands(locationId: string): Command[] {
  const may = useCanCall(listLocationCommands)
  const input = { params: { location_id: locationId }, query: { limit: shown } }
  const { data } = useLive(listLocationCommands, input, { enabled: may })
  return data?.items ?? []
}

export const isOver = (command: Command): boolean => command.status !== 'in_progress'

/** Shows commands in progress and those that ended recently. The person's failed commands stay longer. */
export const isWorthShowing = (command: Command, me: string | null, now: number): boolean => {
  if (!isOver(command)) return now < Date.parse(command.deadline_at) + 5 * 60_000
  const age = now - Date.parse(command.ended_at ?? command.created_at)
  const isOwnFailure = command.requested_by === me && command.status !== 'success'
  return age < (isOwnFailure ? 5 * 60_000 : 60_000)
}
