import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { wireCommand } from '@wheelhouse/device-protocol/commands.ts'
import type { WireCommandName } from '@wheelhouse/device-protocol/commands.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { announce } from '../../platform/bus.ts'
import { publishChange } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { targetOf, timeLimitMs } from './commands.ts'

/** What the server itself tells hardware, because of something that was done here: nobody's pace is asked, and nobody waits for its end. */
export async function sendSystemCommand(
  tx: Tx,
  journal: Journal,
  moment: Pick<Ctx, 'db' | 'config' | 'clock'>,
  deviceId: string,
  name: WireCommandName,
  given: Record<string, unknown> = {},
): Promise<void> {
  const target = await targetOf(tx, moment, deviceId)
  if (!target.hardware_id) return
  const [id, now] = [uuidv7(), journal.at]
  const deadline = new Date(now.getTime() + timeLimitMs(moment, name, target)).toISOString()
  const args = JSON.stringify(wireCommand(name)?.args.parse(given) ?? {})
  await sql`insert into commands (id, hardware_id, device_id, location_id, name, args, actor_kind, status, step, health_at_request, created_at, deadline_at)
    values (${id}, ${target.hardware_id}, ${deviceId}, ${target.location_id}, ${name}, ${args}::jsonb, 'system', 'in_progress', 'not_sent', ${target.health},
      ${now.toISOString()}, ${deadline})`.execute(tx)
  publishChange(journal, 'command', id, target.location_id)
  await announce(tx, { kind: 'command', ids: [id] })
}
