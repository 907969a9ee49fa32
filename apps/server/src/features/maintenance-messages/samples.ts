import { uuidv7 } from 'uuidv7'
import {
  clearMaintenanceMessage,
  clearMaintenanceMessages,
  countMaintenanceMessages,
  setMaintenanceMessage,
  setMaintenanceMessages,
} from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

export async function makeMaintenanceMessage(
  w: TestApp,
  location_id: string,
  values: Record<string, unknown> = {},
): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now().toISOString()
  const row = {
    id,
    location_id,
    text: 'Being repaired',
    starts_at: now,
    ends_at: null,
    created_by: null,
    created_at: now,
    ...values,
  }
  await w.db.insertInto('maintenance_messages').values(row).execute()
  return id
}

export const samples: FeatureSamples = {
  things: async (w, { location_id }) => ({ message_id: await makeMaintenanceMessage(w, location_id) }),
  routes: async (w) => {
    const target = { ids: [await w.make.location(null)] }
    return [
      sample(setMaintenanceMessage, { body: { text: 'Swept' }, isUnversioned: true }),
      sample(clearMaintenanceMessage, { isUnversioned: true }),
      sample(setMaintenanceMessages, { body: { target, text: 'Swept' } }),
      sample(clearMaintenanceMessages, { body: { target } }),
      sample(countMaintenanceMessages, { hasNoRows: true }),
    ]
  },
}
