import { certain } from '@wheelhouse/contract/certain.ts'
import type { OrganizationRole } from '@wheelhouse/contract/locations/locations.ts'
import type { Insertable } from 'kysely'
import type { ConsoleUsersTable, ResourceGroupMembersTable, RoleGrantsTable } from '../../tables.gen.ts'
import { chanceOf } from '../chance.ts'
import type { OrganizationName, Organizations } from './organizations.ts'
import type { RoleName } from '../roles.ts'
import { dayMs, daysBefore, hourMs, iso } from '../times.ts'

interface Person {
  email: string
  name: string
  position: string
  phone: string
  organization: OrganizationName
  days: number
  /** A role over everything, or over one part of the person's own organization. */
  roles: readonly (readonly [RoleName, 'everything' | OrganizationRole])[]
  disabled_reason?: string
}

/** The five that are printed at start come first; the others were invited and never chose a password. */
const demonstrationPeople: readonly Person[] = [
  {
    email: 'superadmin@demo.test',
    name: 'Ingrid Aasland',
    position: 'Head of platform',
    phone: '+3726001701',
    organization: 'Wheelhouse',
    days: 728,
    roles: [['Superadmin', 'everything']],
  },
  {
    email: 'support@demo.test',
    name: 'Kadri Mets',
    position: 'Rider support',
    phone: '+3726001704',
    organization: 'Wheelhouse',
    days: 600,
    roles: [['Support', 'everything']],
  },
  {
    email: 'technician@demo.test',
    name: 'Rasmus Põld',
    position: 'Field technician',
    phone: '+3726001709',
    organization: 'Wheelhouse',
    days: 540,
    roles: [['Technician', 'everything']],
  },
  {
    email: 'owner@demo.test',
    name: 'Liis Kallaste',
    position: 'Bicycle infrastructure manager',
    phone: '+3726001721',
    organization: 'Tallinn Mobility',
    days: 700,
    roles: [
      ['Manager', 'owner'],
      ['First-line support', 'distributor'],
    ],
  },
  {
    email: 'viewer@demo.test',
    name: 'Håkon Nygård',
    position: 'Analyst',
    phone: '+4721890403',
    organization: 'Oslo Sykkelparkering AS',
    days: 480,
    roles: [['Viewer', 'owner']],
  },
  {
    email: 'maarja.tuisk@wheelhouse.test',
    name: 'Maarja Tuisk',
    position: 'Operations lead',
    phone: '+3726001702',
    organization: 'Wheelhouse',
    days: 720,
    roles: [['Operations', 'everything']],
  },
  {
    email: 'joonas.virta@wheelhouse.test',
    name: 'Joonas Virta',
    position: 'Administrator',
    phone: '+3726001703',
    organization: 'Wheelhouse',
    days: 715,
    roles: [['Administrator', 'everything']],
  },
  {
    email: 'priit.salu@balticpark.test',
    name: 'Priit Salu',
    position: 'Crew lead',
    phone: '+3726001736',
    organization: 'Baltic Park OÜ',
    days: 455,
    roles: [
      ['Manager', 'owner'],
      ['Technician', 'operator'],
      ['First-line support', 'distributor'],
    ],
  },
  {
    email: 'dana.whitfield@baybike.test',
    name: 'Dana Whitfield',
    position: 'Director of operations',
    phone: '+14105550141',
    organization: 'Bay Bike Parking Inc',
    days: 560,
    roles: [
      ['Manager', 'owner'],
      ['First-line support', 'distributor'],
    ],
  },
  {
    email: 'siri.lund@oslosykkelparkering.test',
    name: 'Siri Lund',
    position: 'Former station manager',
    phone: '',
    organization: 'Oslo Sykkelparkering AS',
    days: 470,
    roles: [],
    disabled_reason: 'Left the company',
  },
]

export interface Account {
  id: string
  email: string
  name: string
  organization_id: string
  created_at: string
  disabled_at: string | null
  /** One of the five accounts of the demonstration. */
  has_password: boolean
}

export interface Staff {
  rows: Insertable<ConsoleUsersTable>[]
  accounts: Account[]
  grants(roleId: (name: RoleName) => string): Insertable<RoleGrantsTable>[]
  members: Insertable<ResourceGroupMembersTable>[]
  named(email: string): { id: string; name: string }
}

export const makerOfGroups = 'joonas.virta@wheelhouse.test'

/** Ids are created first, because groups refer to their creators and people are members of groups. */
export function peopleIds(now: number): Map<string, string> {
  const chance = chanceOf('people')
  return new Map(demonstrationPeople.map((person) => [person.email, chance.id(daysBefore(now, person.days))]))
}

export function makeStaff(now: number, ids: Map<string, string>, organizations: Organizations): Staff {
  const chance = chanceOf('sign-ins')
  const idOf = (person: Person) => certain(ids.get(person.email))
  const rows = demonstrationPeople.map((person) => ({
    id: idOf(person),
    email: person.email,
    name: person.name,
    position: person.position,
    phone: person.phone,
    comment: '',
    organization_id: organizations.idOf(person.organization),
    created_at: iso(daysBefore(now, person.days)),
    last_signed_in_at: iso(lastSignedIn(now, person, chance.int(5, 70))),
    disabled_at: person.disabled_reason ? iso(now - disabledDays * dayMs) : null,
    disabled_reason: person.disabled_reason ?? null,
  }))
  return {
    rows,
    accounts: demonstrationPeople.map((person, index) => accountOf(certain(rows[index]), isDemonstration(person))),
    grants: (roleId) =>
      demonstrationPeople.flatMap((person) =>
        person.roles.map(([role, where]) => ({
          person_id: idOf(person),
          group_id:
            where === 'everything' ? organizations.everything : organizations.groupOf(person.organization, where),
          role_id: roleId(role),
        })),
      ),
    members: demonstrationPeople.map((person) => ({
      resource_type: 'console_user',
      resource_id: idOf(person),
      group_id: organizations.groupOf(person.organization, 'owner'),
    })),
    named(email) {
      const row = rows.find((one) => one.email === email)
      if (!row) throw new Error(`The seed has nobody with the address ${email}`)
      return { id: row.id, name: row.name }
    },
  }
}

const disabledDays = 63
/** People who left signed in for the last time before that day. */
const lastSignedIn = (now: number, { disabled_reason }: Person, hours: number): number =>
  now - hours * hourMs - (disabled_reason ? disabledDays * dayMs : 0)

const isDemonstration = (person: Person): boolean => person.email.endsWith('@demo.test')

function accountOf(
  row: {
    id: string
    email: string
    name: string
    organization_id: string
    created_at: string
    disabled_at: string | null
  },
  has_password: boolean,
): Account {
  const { id, email, name, organization_id, created_at, disabled_at } = row
  return { id, email, name, organization_id, created_at, disabled_at, has_password }
}
