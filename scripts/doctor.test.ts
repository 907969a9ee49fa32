import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCommand } from '../apps/server/src/features/commands/samples.ts'
import { testDatabase } from '@wheelhouse/db/test-database.ts'
import type { TestDatabase } from '@wheelhouse/db/test-database.ts'
import { createFactories } from '../apps/server/test/support/factories.ts'
import { examinationOf } from './doctor.ts'

let database: TestDatabase
let make: ReturnType<typeof createFactories>
const at = new Date('2026-06-15T10:00:00.000Z')

beforeAll(async () => {
  database = await testDatabase()
  make = createFactories(database.db, { now: () => at })
})
afterAll(() => database.drop())

const doctor = async (...given: string[]): Promise<string> => (await examinationOf(given)(database.pool)).join('\n')

/** A location of an organization, and a person who holds the rights in one of the organization's groups. */
async function personWith(rights: [string, string][]) {
  const organization = await make.organization()
  const location = await make.location(organization)
  const person = await make.consoleUser(null)
  await make.grant(person, organization.owner, rights)
  const { rows } = await database.pool.query<{ email: string }>('select email from console_users where id = $1', [
    person,
  ])
  return { organization, location, person, email: rows[0]?.email ?? '' }
}

test('may: an allowed action names the role and the group that give it', async () => {
  const { email, location } = await personWith([
    ['location', 'GET'],
    ['location', 'UPDATE'],
  ])
  const answer = await doctor('may', email, 'UPDATE', 'location', location)
  expect(answer).toMatch(/^YES: Person \d+ may do UPDATE on location /)
  expect(answer).toMatch(/These grants give it:\n {2}role "Role \d+" in group "Group \d+"\nGroups that contain it: /)
})

test('may: a visible resource without the action is refused with 403, and the answer says what is missing', async () => {
  const { email, location } = await personWith([['location', 'GET']])
  await make.role([['location', 'LAUNCH']])
  const answer = await doctor('may', email, 'LAUNCH', 'location', location)
  expect(answer).toContain('The API refuses it with 403.')
  expect(answer).toMatch(
    /Held in the groups that contain it, without LAUNCH on location:\n {2}role "Role \d+" in group/,
  )
  expect(answer).toMatch(/Roles that contain LAUNCH on location: Role \d+/)
})

test('may: a location of another organization is refused with 404, and the answer names the grants elsewhere', async () => {
  const { email } = await personWith([
    ['location', 'GET'],
    ['location', 'UPDATE'],
  ])
  const other = await make.location(await make.organization())
  const answer = await doctor('may', email, 'UPDATE', 'location', other)
  expect(answer).toContain('It is not visible to this person, so the API refuses it with 404.')
  expect(answer).toContain('No role is held in the groups that contain it.')
  expect(answer).toMatch(/Held with UPDATE on location, but in other groups:\n {2}role "Role \d+" in group/)
})

test('may: without an id it answers whether the right is held in any group', async () => {
  const { email } = await personWith([['session', 'GET']])
  expect(await doctor('may', email, 'GET', 'session')).toMatch(/^YES: Person \d+ may do GET on some session\./)
  expect(await doctor('may', email, 'REFUND', 'session')).toMatch(/^NO: Person \d+ may not do REFUND on some session\./)
})

test('may: a disabled person may do nothing', async () => {
  const { email, person, location } = await personWith([['location', 'GET']])
  await database.pool.query('update console_users set disabled_at = $2, disabled_reason = $3 where id = $1', [
    person,
    at.toISOString(),
    'left',
  ])
  expect(await doctor('may', email, 'GET', 'location', location)).toMatch(/^NO: the account of Person \d+ is disabled/)
})

test('device: prints what the database knows of a lock that is built in', async () => {
  const controller = await make.controller('none', at.toISOString())
  const hardware = await make.hardware(controller, { last_heartbeat_at: at.toISOString(), supply_mv: 3600 })
  const location = await make.location(await make.organization(), { label: 'Central station' })
  const device = await make.device(location, { hardware_id: hardware })
  await makeCommand(
    { db: database.db, clock: { now: () => at } },
    { device_id: device, location_id: location, hardware_id: hardware },
  )
  const answer = await doctor('device', hardware.toLowerCase())
  expect(answer).toContain(`Hardware      ${hardware} (`)
  expect(answer).toMatch(/Built into {4}\S+ \d+ of Central station/)
  expect(answer).toContain(`Controller    ${controller}, `)
  expect(answer).toMatch(/Last contact {2}2026-06-15T10:00:00\S* \(\d+ s ago\)/)
  expect(answer).toMatch(/supply_mv +3600/)
  expect(answer).toContain('Open alarms\n  none')
  expect(answer).toMatch(/Commands\n {2}2026-06-15T10:00:00\.000Z {2}\S/)
})

test.each([
  [['device', 'FFFFFFFFFFFFFFFFFFFFFFFF'], "No hardware has the id 'FFFFFFFFFFFFFFFFFFFFFFFF'."],
  [
    ['may', 'nobody@people.test', 'GET', 'location'],
    "Nobody in the console has the email address 'nobody@people.test'.",
  ],
  [['may', 'a@b.test', 'FLY', 'location'], /^'FLY' is not a known action; known are: LAUNCH, /],
  [['may', 'a@b.test', 'GET', 'bicycle'], /^'bicycle' is not a known type of resource; known are: location, /],
  [['may', 'a@b.test', 'GET', 'location', '12'], "'12' is not the id of a location, which is a UUID."],
  [['may'], /^These arguments are not understood\. Usage:/],
  [[], /^These arguments are not understood\. Usage:/],
])('%j is refused in one sentence', async (given, sentence) => {
  await expect(async () => doctor(...given)).rejects.toThrow(sentence)
})

test('may: an unknown row is named as such', async () => {
  const { email } = await personWith([['location', 'GET']])
  const id = '00000000-0000-7000-8000-000000000000'
  await expect(doctor('may', email, 'GET', 'location', id)).rejects.toThrow(`There is no location ${id}.`)
})
