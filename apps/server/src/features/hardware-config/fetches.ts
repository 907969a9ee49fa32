import * as z from 'zod'
import { certain } from '@wheelhouse/contract/certain.ts'
import { commandsAtOnce } from '@wheelhouse/contract/commands/command-bodies.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import type { Ctx } from '../../platform/context.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { requireAllHardware, requireHardware } from '../../authz/authorize.ts'
import { write } from '../../journal/write.ts'
import { bulkAction, bulkAtOnce, refusalOf } from '../background-jobs/bulk.ts'
import { personOf } from '../background-jobs/job-batches.ts'
import { enforceCommandRate, roomForCommands } from '../commands/command-rate.ts'
import { issueCommand } from '../commands/issue.ts'
import { commandById } from '../commands/command-rows.ts'
import { hardwareTarget } from '../commands/targets.ts'
import { publishConfig } from './readings.ts'

const needs = { hardware: ['GET_PARAMS'] } as const

/** Asks one piece of hardware for its configuration. */
function fetchConfig(ctx: Ctx, hardwareId: string): Promise<Command> {
  return write(ctx, async (tx, journal, inside) => {
    await requireHardware(inside, hardwareId, needs)
    await enforceCommandRate(tx, inside)
    const target = { ...(await hardwareTarget(tx, ctx, hardwareId)), hardware_id: hardwareId }
    const id = await issueCommand(tx, journal, ctx, target, { name: 'get_paramsys_info', person: ctx.person })
    publishConfig(journal, { hardware_id: hardwareId, controller_id: '', device: target.device }, ctx.person.id)
    return certain(await commandById(inside, id))
  })
}

const fetchEach = bulkAction({
  name: 'hardware-config.fetch',
  title: 'Fetch hardware configurations',
  type: 'hardware',
  needs,
  each: fetchConfig,
})

/** More than a person may ask at once: they are asked wave after wave, in at most half of that person's pace. */
export const fetchInTurn = jobKind({
  name: 'hardware-config.fetch-in-turn',
  payload: z.strictObject({ person_id: z.uuid(), hardware_ids: z.array(z.string()) }),
  time_limit_s: 120,
})

export async function fetchConfigs(ctx: Ctx, ids: readonly string[]): Promise<Command[]> {
  if (ids.length <= commandsAtOnce) return bulkAtOnce(ctx, fetchEach, ids, undefined)
  return write(ctx, async (tx, _journal, inside) => {
    await requireAllHardware(inside, ids, needs)
    await ctx.jobs.send(tx, fetchInTurn, { person_id: ctx.person.id, hardware_ids: [...ids] })
    return []
  })
}

const waitMs = 5_000

/**
 * One that is refused by now, or whose person was disabled, is left out: its page says when it was last read. The rest is another job,
 * so that a job that fails and is tried again asks only for its own wave again.
 */
export async function runFetchInTurn(
  { person_id, hardware_ids: ids }: z.output<typeof fetchInTurn.payload>,
  ctx: JobCtx,
): Promise<void> {
  const size = await waveSize(ctx, person_id)
  let asked = 0
  for (const id of ids.slice(0, size)) {
    if (ctx.signal.aborted || (await fetchNow(ctx, person_id, id)) === 'too_many_requests') break
    asked++
  }
  const rest = { person_id, hardware_ids: ids.slice(asked) }
  if (rest.hardware_ids.length > 0) await ctx.jobs.send(ctx.db, fetchInTurn, rest, new Date(Date.now() + waitMs))
}

/** Half of the pace is left to the person, who has other commands to send. */
async function waveSize(ctx: JobCtx, personId: string): Promise<number> {
  const room = await ctx.db.transaction().execute((tx) => roomForCommands(tx, ctx, personId))
  return Math.max(0, room - Math.floor(ctx.config.commands_per_minute / 2))
}

/** Why it was refused; null: the hardware is asked. */
async function fetchNow(ctx: JobCtx, personId: string, id: string): Promise<string | null> {
  try {
    await fetchConfig({ ...ctx, person: await personOf(ctx.db, personId) }, id)
    return null
  } catch (error) {
    return refusalOf(error).code
  }
}
