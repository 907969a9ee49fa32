import { certain } from '@wheelhouse/contract/certain.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import type { Ctx } from '../../platform/context.ts'
import { requireHardware } from '../../authz/authorize.ts'
import { write } from '../../journal/write.ts'
import { bulkAction, bulkAtOnce } from '../background-jobs/bulk.ts'
import { enforceCommandRate } from '../commands/command-rate.ts'
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

export const fetchConfigs = (ctx: Ctx, ids: readonly string[]): Promise<Command[]> =>
  bulkAtOnce(ctx, fetchEach, ids, undefined)
