import { uuidv7 } from 'uuidv7'
import type { AccessKeyType } from '@wheelhouse/contract/access-keys/access-keys.ts'
import { disableUser, enableUser, revealPersonalData } from '@wheelhouse/contract/users/users.ts'
import { makeFeedback } from '../../../test/support/make-feedback.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import { hexId, serial } from '../../../test/support/serial.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { sealKey } from '../../platform/seal.ts'

/** A rider in these groups, with a PIN where one is named. */
export async function makeUser(
  w: TestApp,
  groups: string[],
  { pin, ...values }: Record<string, unknown> & { pin?: string } = {},
): Promise<string> {
  const id = uuidv7()
  const row = {
    id,
    name: `Rider ${serial()}`,
    phone: null,
    email: null,
    country_code: 'EE',
    created_at: w.clock.now().toISOString(),
    last_signed_in_at: null,
    disabled_at: null,
    disabled_reason: null,
    ...values,
  }
  await w.db.insertInto('users').values(row).execute()
  await w.make.members('user', id, groups)
  if (pin !== undefined) await makeAccessKey(w, id, { type: 'pin', key: pin })
  return id
}

export async function makeAccessKey(
  w: Pick<TestApp, 'db' | 'config' | 'clock'>,
  user_id: string | null,
  { type = 'rfid', key = hexId(8) }: { type?: AccessKeyType; key?: string } = {},
): Promise<string> {
  const id = uuidv7()
  const row = { id, user_id, type, ...sealKey(w.config, key), created_at: w.clock.now().toISOString() }
  await w.db.insertInto('access_keys').values(row).execute()
  return id
}

const disabledAt = (w: TestApp) => ({ disabled_at: w.clock.now().toISOString(), disabled_reason: 'Swept away' })

export const samples: FeatureSamples = {
  things: async (w, { groups }) => {
    const user_id = await makeUser(w, groups)
    const access_key_id = await makeAccessKey(w, user_id)
    return { user_id, access_key_id, feedback_id: await makeFeedback(w, user_id) }
  },
  routes: async (w, { groups }) => [
    sample(revealPersonalData, { isUnversioned: true }),
    sample(disableUser, { body: { reason: 'Swept away' } }),
    sample(enableUser, { params: { user_id: await makeUser(w, groups, disabledAt(w)) } }),
  ],
}
