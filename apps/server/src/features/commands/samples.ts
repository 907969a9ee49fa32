import { uuidv7 } from 'uuidv7'
import {
  cancelCommand,
  lastComments,
  listCommands,
  sendCommand,
  sendCommands,
  sendHardwareCommands,
} from '@wheelhouse/contract/commands/commands.ts'
import type { Db } from '../../platform/context.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

/** A command that succeeded. */
export async function makeCommand(
  w: { db: Db; clock: { now: () => Date } },
  target: { device_id: string | null; location_id: string | null; hardware_id: string },
  values: Record<string, unknown> = {},
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
    ...values,
  }
  await w.db.insertInto('commands').values(row).execute()
  return id
}

const waiting = { status: 'in_progress', step: 'not_sent', sent_at: null, received_at: null, ended_at: null }
const identify = { name: 'identify', reason: 'testing', comment: 'Sent by the sweep' } as const

export const samples: FeatureSamples = {
  things: async (w, { device_id, location_id, hardware_id }) => ({
    command_id: await makeCommand(w, { device_id, location_id, hardware_id }),
  }),
  routes: async (w, { device_id, location_id, hardware_id }) => [
    sample(sendCommand, { body: identify, alsoNeeds: { device: ['SETSTATUS'] }, isUnversioned: true }),
    sample(sendCommands, {
      body: { device_ids: [device_id], name: 'identify', reason: 'testing', comment: 'Sent by the sweep' },
      alsoNeeds: { device: ['SETSTATUS'] },
    }),
    sample(lastComments, { decidesItself: true }),
    sample(sendHardwareCommands, {
      body: { hardware_ids: [hardware_id], name: 'identify', reason: 'testing', comment: 'Sent by the sweep' },
      alsoNeeds: { device: ['SETSTATUS'] },
    }),
    sample(cancelCommand, {
      body: {
        command_id: await makeCommand(w, { device_id, location_id, hardware_id }, waiting),
      },
      alsoNeeds: { device: ['SETSTATUS'] },
    }),
  ],
  lists: [
    listSample(listCommands, {
      type: 'device',
      action: 'GETCMDSHISTORY',
      rows: `select id, array['location ' || location_id] as through from commands where location_id is not null`,
    }),
  ],
}
