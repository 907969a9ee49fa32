import { done, failed } from './act.ts'
import type { Act, Outcome } from './act.ts'

const outcomeOf = (refusal: string | null | undefined): Outcome => (refusal ? failed(refusal) : done())

/** What a rental vehicle does on command. */
export const vehicleActs: Record<string, Act> = {
  async restart({ vehicle }, hardware) {
    await vehicle?.restart()
    return done({ boot_count: hardware.boot_count })
  },
  activate: async ({ vehicle }, _hardware, { id }) => outcomeOf(vehicle?.switchTo(true, id)),
  deactivate: async ({ vehicle }, _hardware, { id }) => outcomeOf(vehicle?.switchTo(false, id)),
  async force_end_rent(site, _hardware, { id }) {
    await site.world.wait(1_500)
    return outcomeOf(site.vehicle?.endRent(id))
  },
}
