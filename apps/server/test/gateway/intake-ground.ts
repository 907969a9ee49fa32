import { listIntakes } from '@wheelhouse/contract/intake/intake.ts'
import { layFoundation } from '@wheelhouse/db/foundation.ts'
import { gatewayFixtures } from './gateway-fixtures.ts'

export const provisioning = 'the provisioning secret of the test'

/** The start message of hardware: of a controller with what it speaks for. */
export const boot = (type: string, children: readonly string[] = []) => ({
  type,
  mac_address: '02:00:00:00:00:01',
  mesh_id: '0000000d',
  firmware_name: `${type}-g3`,
  firmware_version: '4.2.1',
  pcb_version: '3.1',
  protocol_version: '1.2',
  boot_count: 1,
  children,
})

/** A broker that hardware nobody knows may connect to, and the keeper of the stock, who decides on it. */
export async function intakeGround() {
  const w = await gatewayFixtures({ PROVISIONING_SECRET: provisioning, WHEELHOUSE_KEY: 'a key of the intake' })
  await layFoundation(w.pool)
  const { rows } = await w.pool.query<{ id: string }>(
    `select id from resource_groups where type = 'system' and name = 'Stock' and organization_id is null`,
  )
  const keeper = await w.person([
    { group_id: rows[0]?.id ?? '', needs: { hardware: ['GET', 'GETUNASSIGNED', 'UPDATE'], location: ['GET_EVENTS'] } },
  ])
  const intakeOf = async (id: string) =>
    (await keeper.ask(listIntakes, { query: { q: id } })).items.find(({ hardware_id }) => hardware_id === id)
  const controllerOf = async (id: string): Promise<string | undefined> => {
    const { rows: found } = await w.pool.query<{ controller_id: string }>(
      'select controller_id from hardware where hardware_id = $1',
      [id],
    )
    return found[0]?.controller_id
  }
  return { w, keeper, intakeOf, controllerOf }
}
export type IntakeGround = Awaited<ReturnType<typeof intakeGround>>
