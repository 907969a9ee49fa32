import { uuidv7 } from 'uuidv7'
import { lastComments, sendCommand, sendCommands } from '@wheelhouse/contract/commands/commands.ts'
import type { Db } from '../../platform/context.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

/** A command that succeeded. */
export async function makeCommand(
  w: { db: Db; clock: { now: () => Date } },
  target: { device_id: string; location_id: string; hardware_id: string },
): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now().toISOString()
  const row = {
    id,
    ...target,
    name: 'identify',
    reason: 'testing',
    comment: 'Which one is it?',
    actor_kind: 'person',
    requested_by: null,
    status: 'success',
    step: 'received',
    failure: null,
    result: null,
    created_at: now,
    sent_at: now,
    received_at: now,
    deadline_at: now,
    ended_at: now,
  }
  await w.db.insertInto('commands').values(row).execute()
  return id
}

const identify = { name: 'identify', reason: 'testing', comment: 'Sent by the sweep' } as const

export const samples: FeatureSamples = {
  things: async (w, { device_id, location_id, hardware_id }) => ({
    command_id: await makeCommand(w, { device_id, location_id, hardware_id }),
  }),
  routes: async (_w, { device_id }) => [
    sample(sendCommand, { body: identify, alsoNeeds: { device: ['SETSTATUS'] }, isUnversioned: true }),
    sample(sendCommands, {
      body: { device_ids: [device_id], name: 'identify', reason: 'testing', comment: 'Sent by the sweep' },
      alsoNeeds: { device: ['SETSTATUS'] },
    }),
    sample(lastComments, { decidesItself: true }),
  ],
}
