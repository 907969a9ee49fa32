import { uuidv7 } from 'uuidv7'
import {
  addAllowlistKeys,
  addAllowlistUsers,
  removeAllowlistKeys,
  removeAllowlistUsers,
  revealAllowlistKeys,
  updateAllowlistKey,
  updateAllowlistUser,
} from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import {
  addAllowlistTargets,
  removeAllowlistTargets,
  retryAllowlistLocks,
} from '@wheelhouse/contract/allowlists/allowlist-targets.ts'
import {
  createAllowlist,
  listAllowlists,
  setAllowlistStatus,
  updateAllowlist,
} from '@wheelhouse/contract/allowlists/allowlists.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import { hexId, serial } from '../../../test/support/serial.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { sealKey } from '../../platform/seal.ts'

/** The row has these values already: an update that changes nothing leaves the version to the next sample. */
const garage = { name: 'Swept garage', description: '', visibility: 'private', sync: 'app_and_keys' } as const

export async function makeAllowlist(
  w: TestApp,
  organizationId: string | null,
  groups: string[],
  values: Record<string, unknown> = {},
): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now().toISOString()
  const row = {
    id,
    organization_id: organizationId,
    ...garage,
    status: 'not_enabled',
    created_at: now,
    updated_at: now,
  }
  await w.db
    .insertInto('allowlists')
    .values({ ...row, ...values })
    .execute()
  await w.make.members('whitelist', id, groups)
  return id
}

export async function makeRider(w: TestApp, values: Record<string, unknown> = {}): Promise<string> {
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
  }
  await w.db
    .insertInto('users')
    .values({ ...row, ...values })
    .execute()
  return id
}

/** An entry of an allowlist: a user, or else a card. */
export async function makeEntity(
  w: TestApp,
  allowlistId: string,
  { key = hexId(14), ...values }: { user_id?: string; key?: string; kind?: string; expires_at?: string } = {},
): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now().toISOString()
  const isUser = values.user_id !== undefined
  await w.db
    .insertInto('allowlist_entities')
    .values({
      id,
      allowlist_id: allowlistId,
      kind: isUser ? 'user' : 'key',
      user_id: null,
      ...(isUser ? {} : sealKey(w.config, key)),
      expires_at: null,
      created_by: null,
      created_at: now,
      content_at: now,
      ...values,
    })
    .execute()
  return id
}

/** So many different cards, at once. */
export async function makeEntities(w: TestApp, allowlistId: string, count: number): Promise<void> {
  const now = w.clock.now().toISOString()
  const row = { allowlist_id: allowlistId, kind: 'key', created_at: now, content_at: now }
  const cards = Array.from({ length: count }, (_, n) => (n + 1).toString(16).toUpperCase().padStart(14, '0'))
  const rows = cards.map((card) => ({ id: uuidv7(), ...row, ...sealKey(w.config, card) }))
  for (let from = 0; from < count; from += 1_000)
    await w.db
      .insertInto('allowlist_entities')
      .values(rows.slice(from, from + 1_000))
      .execute()
}

async function makeTarget(w: TestApp, allowlistId: string, locationId: string): Promise<string> {
  const id = uuidv7()
  const row = { id, allowlist_id: allowlistId, location_id: locationId, device_id: null }
  await w.db
    .insertInto('allowlist_targets')
    .values({ ...row, created_at: w.clock.now().toISOString() })
    .execute()
  return id
}

const entity = { expires_at: null, comment: '' } as const

export const samples: FeatureSamples = {
  things: async (w, { organization, groups }) => {
    const allowlist_id = await makeAllowlist(w, organization.id, groups)
    const user_id = await makeRider(w)
    return {
      allowlist_id,
      allowlist_user_id: await makeEntity(w, allowlist_id, { user_id }),
      allowlist_key_id: await makeEntity(w, allowlist_id),
    }
  },
  routes: async (w, { organization, groups, location_id }) => {
    // Removals need rows of their own.
    const allowlist_id = await makeAllowlist(w, organization.id, groups)
    const targeted = await makeAllowlist(w, organization.id, groups)
    const params = { allowlist_id }
    const [one, other] = [await makeRider(w), await makeRider(w, { phone: '+37255501234' })]
    const ids = { ids: [await makeEntity(w, allowlist_id)] }
    const shown = { ids: [await makeEntity(w, allowlist_id)] }
    return [
      sample(createAllowlist, { body: garage, isCheckedTwice: true }),
      sample(updateAllowlist, { body: garage }),
      sample(setAllowlistStatus, { body: { status: 'not_enabled' } }),
      sample(addAllowlistUsers, { params, body: { entries: [other] }, isUnversioned: true }),
      sample(addAllowlistKeys, { params, body: { kind: 'key', entries: [hexId(14)] }, isUnversioned: true }),
      sample(updateAllowlistUser, { body: entity }),
      sample(updateAllowlistKey, { body: entity }),
      sample(removeAllowlistUsers, {
        params,
        body: { ids: [await makeEntity(w, allowlist_id, { user_id: one })] },
        isUnversioned: true,
      }),
      sample(removeAllowlistKeys, { params, body: ids, isUnversioned: true }),
      sample(revealAllowlistKeys, { params, body: shown, isUnversioned: true }),
      sample(addAllowlistTargets, {
        params,
        body: { location_ids: [location_id] },
        isUnversioned: true,
        alsoNeeds: { location: ['GET'] },
        isCheckedTwice: true,
      }),
      sample(removeAllowlistTargets, {
        params: { allowlist_id: targeted },
        body: { ids: [await makeTarget(w, targeted, location_id)] },
        isUnversioned: true,
        alsoNeeds: { location: ['GET'] },
        isCheckedTwice: true,
      }),
      sample(retryAllowlistLocks, { isUnversioned: true }),
    ]
  },
  lists: [
    listSample(listAllowlists, {
      type: 'whitelist',
      action: 'GET',
      rows: `select id, array['whitelist ' || id] as through from allowlists`,
    }),
  ],
}
