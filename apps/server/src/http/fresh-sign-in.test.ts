import { afterAll, beforeAll, expect, test } from 'vitest'
import { revokeControllerSecret, rotateControllerSecret } from '@wheelhouse/contract/hardware/controller-secrets.ts'
import { changeRoles } from '@wheelhouse/contract/permissions/permissions.ts'
import { deleteUser } from '@wheelhouse/contract/personal-data/personal-data.ts'
import { updateRole } from '@wheelhouse/contract/roles/roles.ts'
import { createServiceSecret, setServiceNetworks } from '@wheelhouse/contract/service-accounts/service-accounts.ts'
import { resetSecondFactor } from '@wheelhouse/contract/console-users/console-user-edit.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { readConfig } from '../platform/config.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../test/support/test-app.ts'

let w: TestApp
let group: string
let admin: Caller
beforeAll(async () => {
  w = await testApp({ FRESH_SIGN_IN_S: '900' })
  group = await w.make.group()
  admin = await w.person([{ group_id: group, needs: { console_user: ['GET', 'MODIFYROLES'] } }])
})
afterAll(() => w.end())

/** Gives no one anything, which is enough to pass or to be refused. */
const change = async (claims: Record<string, unknown>) =>
  w.as(admin.id, await w.token(admin.id, claims)).send(changeRoles, { body: { resource_group_id: group, changes: [] } })

const signedIn = (ago_s: number) => ({ auth_time: Math.floor(w.clock.now().getTime() / 1000) - ago_s })

test('ASVS 7.5: rights are given only after a sign-in of the last quarter of an hour', async () => {
  const refused = await change(signedIn(901))
  expect([refused.status, refused.body]).toEqual([
    403,
    { error_code: 'sign_in_again', error_message: 'Sign in again to confirm that it is you', max_age_s: 900 },
  ])
  expect((await change({})).body).toMatchObject({ error_code: 'sign_in_again' })
  expect((await change(signedIn(899))).body?.error_code).not.toBe('sign_in_again')
})

test('who may not do it at all is not sent to sign in again', async () => {
  const viewer = await w.person([{ group_id: group, needs: { console_user: ['GET'] } }])
  const as = w.as(viewer.id, await w.token(viewer.id, signedIn(5_000)))
  expect((await as.send(changeRoles, { body: {} })).body).toMatchObject({ error_code: 'forbidden' })
})

test('a service account has no sign-in to repeat', async () => {
  expect((await change({ client_id: admin.id })).body?.error_code).not.toBe('sign_in_again')
})

test.each<[string, Route]>([
  ['giving roles', changeRoles],
  ['editing a role that people hold', updateRole],
  ['a secret of a service account', createServiceSecret],
  ['the networks of a service account', setServiceNetworks],
  ['resetting a second factor', resetSecondFactor],
  ['erasing a person', deleteUser],
  ['a new secret of a controller', rotateControllerSecret],
  ['revoking the secret of a controller', revokeControllerSecret],
])('%s needs a fresh sign-in', (_what, route) => {
  expect(route.needsFreshSignIn).toBe(true)
})

test('it is off where people share accounts and where a hosted provider may not say when a person signed in', () => {
  const settings = { DATABASE_URL: 'postgres://x', WHEELHOUSE_DATA: '/x' }
  const of = (more: object) => readConfig({ ...settings, ...more }).identity.fresh_sign_in_s
  expect(of({})).toBe(900)
  expect(of({ WHEELHOUSE_DEMO: '1' })).toBe(0)
  expect(of({ IDENTITY_URL: 'https://id.example.org' })).toBe(0)
  expect(of({ IDENTITY_URL: 'https://id.example.org', FRESH_SIGN_IN_S: '60' })).toBe(60)
})
