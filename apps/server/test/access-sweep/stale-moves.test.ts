import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateDevice } from '@wheelhouse/contract/devices/device-edit.ts'
import type { ErrorCode } from '@wheelhouse/contract/errors.ts'
import { updateExternalDevice } from '@wheelhouse/contract/external-devices/external-devices.ts'
import { updateLogEntry } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { rotateNotifierSecret } from '@wheelhouse/contract/notifier/notifier.ts'
import { acknowledgeOutage } from '@wheelhouse/contract/outages/outages.ts'
import { carryOutRemoval } from '@wheelhouse/contract/overstays/overstays.ts'
import { forceEndSession } from '@wheelhouse/contract/parking-sessions/session-fee.ts'
import { refundPayment, retryPayment } from '@wheelhouse/contract/payments/payments.ts'
import { deleteUser } from '@wheelhouse/contract/personal-data/personal-data.ts'
import { updateResourceGroup } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { deleteRole, updateRole } from '@wheelhouse/contract/roles/roles.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { disableUser, enableUser } from '@wheelhouse/contract/users/users.ts'
import { callRoute } from '../support/test-app.ts'
import type { Caller } from '../support/test-app.ts'
import { createFixtures, named } from './fixtures.ts'
import type { Fixtures } from './fixtures.ts'
import { needsTogether } from './needs.ts'

let fixtures: Fixtures
let caller: Caller
beforeAll(async () => {
  fixtures = await createFixtures()
  const group_id = await fixtures.w.make.group({ type: 'system', covers_everything: true })
  caller = await fixtures.w.person([{ group_id, needs: needsTogether(fixtures.routes.map(({ access }) => access)) }])
})
afterAll(() => fixtures.w.end())

interface Move {
  refused: ErrorCode
  /** SQL that brings the row of the place into the state; $1 is the id that the path names last. */
  after?: string
  /** What differs from the sample. */
  body?: object
}

const disable = `update users set disabled_at = now(), disabled_reason = 'Lost card' where id = $1`
const reason = 'Agreed with the rider by phone'
const moves: [Route, Move][] = [
  [retryPayment, { refused: 'payment_not_movable' }],
  [refundPayment, { refused: 'refund_too_high', body: { amount_minor: 999_999, reason } }],
  [carryOutRemoval, { refused: 'overstay_not_movable' }],
  [enableUser, { refused: 'user_enabled' }],
  [
    deleteUser,
    {
      refused: 'user_in_session',
      after: `update parking_sessions set user_id = $1 where id =
        (select id from parking_sessions where status = 'active' order by id desc limit 1)`,
    },
  ],
  [disableUser, { refused: 'user_disabled', after: disable }],
  [
    forceEndSession,
    {
      refused: 'session_already_ended',
      after: `update parking_sessions set status = 'ended', how_ended = 'normal', ended_at = started_at where id = $1`,
    },
  ],
  [
    updateLogEntry,
    {
      refused: 'log_entry_closed',
      after: `update maintenance_log_entries set status = 'verified', resolution = 'Done' where id = $1`,
    },
  ],
  [
    acknowledgeOutage,
    {
      refused: 'outage_is_over',
      after: `update outages set cleared_at = raised_at, ended_at = raised_at, clearing = 'recovered' where id = $1`,
    },
  ],
  [updateResourceGroup, { refused: 'system_group' }],
  [
    rotateNotifierSecret,
    {
      refused: 'not_a_webhook',
      after: `update notifier_subscriptions set messaging_type = 'email', secret = null where id = $1`,
    },
  ],
  [
    deleteRole,
    {
      refused: 'role_in_use',
      after: `insert into role_grants (person_id, group_id, role_id) select person_id, group_id, $1 from role_grants limit 1`,
    },
  ],
  [updateRole, { refused: 'role_is_default', after: `update roles set created_by = null where id = $1` }],
  [
    updateDevice,
    {
      refused: 'obsolete_location',
      body: { comment: 'Changed' },
      after: `update locations set status = 'obsolete' where id = (select location_id from devices where id = $1)`,
    },
  ],
  [updateExternalDevice, { refused: 'obsolete_location', body: { comment: 'Changed' } }],
]

test.each(moves.map(([route, move]) => [named(route), route, move] as const))(
  'rights (order of refusals): %s says what the state forbids, also to a version that is stale',
  async (_name, route, { refused, after, body }) => {
    const id = fixtures.ours[[...route.path.matchAll(/:(\w+)/g)].at(-1)?.[1] ?? '']
    if (after) await fixtures.w.pool.query(after, [id])
    const answer = await callRoute(fixtures.w.app, caller.token, route, {
      params: fixtures.ours,
      body: route.body && Object.assign({}, fixtures.sampleOf(route).body, body),
      headers: { 'if-match': '"999999999"' },
    })
    expect(answer).toMatchObject({ status: 409, body: { error_code: refused } })
  },
)
