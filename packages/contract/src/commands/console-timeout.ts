import type { Command, CommandStatus } from './commands.ts'

/** The console waits so much longer than the command's own limit, then it says that it gives up (values: console time-out). */
const consoleMarginMs = 15_000

/**
 * When the console gives up waiting for what has this deadline. The true end still arrives, and replaces what the console
 * said until then (device protocol).
 */
export const consoleDeadline = ({ deadline_at }: Pick<Command, 'deadline_at'>): number =>
  Date.parse(deadline_at) + consoleMarginMs

interface End {
  status: Exclude<CommandStatus, 'in_progress'> | 'console_timeout'
  took_ms: number
}

/** Spec 4: how a command has ended for a console that waits for it, and after how long; undefined while it waits. */
export function commandEnd(
  command: Pick<Command, 'status' | 'created_at' | 'deadline_at' | 'ended_at'>,
  now: number,
): End | undefined {
  const { status, created_at, ended_at } = command
  const since = Date.parse(created_at)
  if (status !== 'in_progress') return { status, took_ms: ended_at === null ? 0 : Date.parse(ended_at) - since }
  const gaveUpAt = consoleDeadline(command)
  return now < gaveUpAt ? undefined : { status: 'console_timeout', took_ms: gaveUpAt - since }
}
