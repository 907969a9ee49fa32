import { uuidv7 } from 'uuidv7'
import type { Clock } from '../../src/platform/clock.ts'
import type { Db } from '../../src/platform/context.ts'

/** Small things that belong to a location or to whoever pays for it. */
export function createPlaceFactories(db: Db, clock: Clock, serial: () => number) {
  const now = () => clock.now().toISOString()

  /** Of the location as a whole, an hour old. */
  async function outage(location_id: string, values: Record<string, unknown> = {}): Promise<string> {
    const id = uuidv7()
    const at = new Date(clock.now().getTime() - 3_600_000).toISOString()
    const open = {
      confirmed_at: null,
      repeated_at: null,
      well_since: null,
      cleared_at: null,
      ended_at: null,
      clearing: null,
      folded_into: null,
    }
    await db
      .insertInto('outages')
      .values({ id, location_id, device_id: null, hardware_id: null, began_at: at, raised_at: at, ...open, ...values })
      .execute()
    return id
  }

  async function externalDevice(location_id: string, values: Record<string, unknown> = {}): Promise<string> {
    const id = uuidv7()
    const row = {
      name: `Router ${serial()}`,
      type: 'router',
      external_id: `R-${serial()}`,
      iccid: null,
      msisdn: null,
      sim_provider: 'other',
    }
    const lists = { sms_commands: '[]', links: '[]' }
    const unasked = {
      sim_status_at: null,
      sim_status_word: null,
      sim_status_source: null,
      sim_update_id: null,
      sim_update_at: null,
    }
    await db
      .insertInto('external_devices')
      .values({
        id,
        location_id,
        ...row,
        ...lists,
        ...unasked,
        sim_update_failure: null,
        created_at: now(),
        updated_at: now(),
        ...values,
      })
      .execute()
    return id
  }

  async function serviceFee(
    payer: { location_id: string } | { organization_id: string },
    values: Record<string, unknown> = {},
  ): Promise<string> {
    const id = uuidv7()
    const row = {
      service: 'platform',
      fee: 1000,
      currency: 'EUR',
      period: 'monthly',
      start_date: '2026-01-01',
      end_date: null,
      paid_at: null,
    }
    const owner = { location_id: null, organization_id: null, ...payer }
    await db
      .insertInto('service_fees')
      .values({ id, ...owner, ...row, created_at: now(), updated_at: now(), ...values })
      .execute()
    return id
  }

  async function maintenanceMessage(location_id: string, values: Record<string, unknown> = {}): Promise<string> {
    const id = uuidv7()
    const row = { text: 'Being repaired', starts_at: now(), ends_at: null, created_by: null }
    await db
      .insertInto('maintenance_messages')
      .values({ id, location_id, ...row, created_at: now(), ...values })
      .execute()
    return id
  }

  return { outage, externalDevice, serviceFee, maintenanceMessage }
}
