import { commandTopic } from '@wheelhouse/device-protocol/topics.ts'
import type { CommandMessage } from '@wheelhouse/device-protocol/messages.ts'
import { accessListArgs } from '../features/allowlists/lock-content.ts'
import { claimCommands, markSent } from '../features/commands/outbox.ts'
import type { WaitingCommand } from '../features/commands/outbox.ts'
import type { Db } from '../platform/context.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Counting } from './counts.ts'
import type { Links } from './links.ts'
import { wireArgsOf } from './wire-args.ts'

export interface CommandSender {
  /** Publishes unsent commands: these, or all. */
  send(ids: readonly string[] | null): Promise<void>
}

/**
 * A command is a row first and a message second. It is marked as sent after the broker accepted it: after a failure in
 * between it is published again, and the device recognises its id and repeats the first result.
 */
export function openCommandSender(deps: {
  db: Db
  clock: Clock
  config: Config
  counting: Counting
  links: Links
}): CommandSender {
  const underWay = new Set<string>()

  async function publish(command: WaitingCommand, accessList?: Record<string, unknown>): Promise<string | null> {
    const message: CommandMessage = {
      id: command.id,
      name: command.name,
      args: accessList ?? (await wireArgsOf(deps, command)),
      issued_at: command.created_at,
      expires_at: command.deadline_at,
    }
    const isTaken = await deps.links.publish(
      commandTopic(command.controller_id, command.hardware_id),
      JSON.stringify(message),
    )
    return isTaken ? command.id : null
  }

  return {
    async send(ids) {
      if (!deps.links.isConnected()) return
      const commands = (await claimCommands(deps.db, deps.clock.now(), ids)).filter(({ id }) => !underWay.has(id))
      for (const { id } of commands) underWay.add(id)
      try {
        const lists = await accessListArgs(deps, deps.clock.now(), commands)
        const published = await Promise.all(commands.map((command) => publish(command, lists.get(command.id))))
        const sent = published.filter((id) => id !== null)
        deps.counting.counts.commands_sent += sent.length
        if (sent.length > 0) await markSent(deps.db, sent, deps.clock.now())
      } finally {
        for (const { id } of commands) underWay.delete(id)
      }
    },
  }
}
