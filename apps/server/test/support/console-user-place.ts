import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createConsoleUser } from '@wheelhouse/contract/console-users/console-users.ts'
import type { Organization } from './factories.ts'
import type { PeoplePlace } from './people-place.ts'
import type { Caller, TestApp } from './test-app.ts'

let count = 0

/** An organization, and who administers its people. */
export async function makeConsoleUserPlace(w: TestApp) {
  const organization = await w.make.organization()
  const needs = { console_user: ['GET', 'CREATE', 'DISABLE'], organization: ['GET'] } as const
  const admin = await w.person([{ group_id: organization.owner, needs }], organization.id)
  return { organization, admin }
}

interface Place {
  people: PeoplePlace
  w: TestApp
  organization: Organization
  admin: Caller
}

/** What tests do with console users. The place is asked for at each call, because every test has another one. */
export function consoleUserActions(place: () => Place) {
  const newcomer = (more: object = {}) => ({
    email: `newcomer${++count}@people.test`,
    name: 'Mari Maasikas',
    organization_id: place().organization.id,
    position: 'Rider support',
    phone: '+3725012345',
    comment: '',
    ...more,
  })
  const invite = async (body = newcomer()) => (await place().admin.call(createConsoleUser, { body })).body
  const mailsTo = (email: string) =>
    readdirSync(join(place().people.folder, 'mail'))
      .map((name) => readFileSync(join(place().people.folder, 'mail', name), 'utf8'))
      .filter((text) => text.includes(email))
  const accountOf = async (id: string) =>
    (await place().w.pool.query('select email, disabled_at from accounts where id = $1', [id])).rows[0]
  const eventsOf = async (id: string) =>
    (
      await place()
        .w.db.selectFrom('events')
        .select(['verb', 'reason', 'after'])
        .where('resource_id', '=', id)
        .orderBy('id')
        .execute()
    ).map((row) => row)
  return { newcomer, invite, mailsTo, accountOf, eventsOf }
}
