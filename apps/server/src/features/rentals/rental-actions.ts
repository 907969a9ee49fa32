import { sql } from 'kysely'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { commandsAtOnce, countTypedAbove, operationsHold } from '@wheelhouse/contract/commands/command-bodies.ts'
import { rentalCommandRule } from '@wheelhouse/contract/commands/rental-commands.ts'
import type { RentalCommandBody, RentalCommandName } from '@wheelhouse/contract/commands/rental-commands.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { allowsRentalAction } from '@wheelhouse/contract/rentals/rentals.ts'
import type { RentalState } from '@wheelhouse/contract/rentals/rentals.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { write } from '../../journal/write.ts'
import { requirePermission } from '../../authz/authorize.ts'
import { bulkAction } from '../background-jobs/bulk.ts'
import { nextWaveSize } from '../commands/command-rate.ts'
import { assertOperations, isForOperations } from '../commands/operations.ts'
import { sendToVehicle } from '../commands/vehicle-commands.ts'
import type { Vehicle } from '../commands/vehicle-commands.ts'
import { lockVehicle } from './rentals.ts'
import { healthOf, stateOf, vehicleJoins } from './vehicle-state.ts'

type Action = Exclude<RentalCommandName, 'force_end_rent'>

/** The vehicle itself decides its state: it changes when the vehicle reports that it obeyed. */
export function sendAction(ctx: Ctx, id: string, name: Action, body: RentalCommandBody): Promise<Command> {
  return write(ctx, async (tx, journal) => {
    await lockVehicle(tx, id)
    const vehicle = await commandedVehicle(tx, ctx, id)
    if (!allowsRentalAction(vehicle.state, name)) throw new AppError('rental_action_not_now', { state: vehicle.state })
    return sendToVehicle(tx, journal, ctx, vehicle, { name, ...body })
  })
}

export type CommandedVehicle = Vehicle & { state: RentalState }

export async function commandedVehicle(tx: Tx, ctx: Ctx, id: string): Promise<CommandedVehicle> {
  const { rows } = await sql<Omit<CommandedVehicle, 'hardware_id'> & { hardware_id: string | null }>`
    select v.id, v.code, v.fleet_id, v.hardware_id, ${stateOf(ctx)} as state, ${healthOf(ctx)} as health
    from rental_devices v ${vehicleJoins} where v.id = ${id}::uuid`.execute(tx)
  const [vehicle] = rows
  if (!vehicle) throw new AppError('not_found')
  if (vehicle.hardware_id === null) throw new AppError('no_hardware')
  return { ...vehicle, hardware_id: vehicle.hardware_id }
}

/** What the person typed; asked of a dangerous command to many. */
export interface Counted {
  count?: number | undefined
}

/** A command to many vehicles: in waves as a background job, and with the questions of a dangerous one. */
export const toManyVehicles = (name: RentalCommandName) => ({
  atOnce: commandsAtOnce,
  wave: nextWaveSize,
  async admit(ctx: Ctx, vehicles: number, { count }: Counted): Promise<void> {
    const rule = rentalCommandRule(name)
    if (rule.dangerous && vehicles > countTypedAbove && count !== vehicles)
      throw new AppError('invalid_body', { field: 'count' }, 'Type the number of devices')
    await assertOperations(ctx, rule, vehicles)
  },
})

/** Of a dangerous command to many: operations hold their right on each vehicle, too. */
export async function assertOperationsOn(ctx: Ctx, name: RentalCommandName, id: string, { count = 0 }: Counted) {
  if (isForOperations(rentalCommandRule(name), count))
    await requirePermission(ctx, operationsHold, { type: 'rental_device', id })
}

const actionOnMany = (name: Action, verb: string) =>
  bulkAction<RentalCommandBody & Counted>({
    name: `rentals.${name}`,
    title: `${verb} rental devices`,
    type: 'rental_device',
    needs: rentalCommandRule(name).needs,
    async each(ctx, id, { count, ...body }) {
      await assertOperationsOn(ctx, name, id, { count })
      return sendAction(ctx, id, name, body)
    },
    ...toManyVehicles(name),
  })

export const restartMany = actionOnMany('restart', 'Restart')
export const activateMany = actionOnMany('activate', 'Activate')
export const deactivateMany = actionOnMany('deactivate', 'Deactivate')
