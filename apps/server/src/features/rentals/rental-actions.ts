import { sql } from 'kysely'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { rentalCommandRule } from '@wheelhouse/contract/commands/rental-commands.ts'
import type { RentalCommandBody, RentalCommandName } from '@wheelhouse/contract/commands/rental-commands.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { allowsRentalAction } from '@wheelhouse/contract/rentals/rentals.ts'
import type { RentalState } from '@wheelhouse/contract/rentals/rentals.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { write } from '../../journal/write.ts'
import { bulkAction } from '../background-jobs/bulk.ts'
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

const actionOnMany = (name: Action, verb: string) =>
  bulkAction<RentalCommandBody>({
    name: `rentals.${name}`,
    title: `${verb} rental devices`,
    type: 'rental_device',
    needs: rentalCommandRule(name).needs,
    each: (ctx, id, body) => sendAction(ctx, id, name, body),
  })

export const restartMany = actionOnMany('restart', 'Restart')
export const activateMany = actionOnMany('activate', 'Activate')
export const deactivateMany = actionOnMany('deactivate', 'Deactivate')
