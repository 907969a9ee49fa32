import type { OrganizationRole } from '@wheelhouse/contract/locations/locations.ts'
import { organizationRoles } from '@wheelhouse/contract/locations/locations.ts'
import type { Insertable } from 'kysely'
import type { OrganizationsTable, ResourceGroupsTable } from '../../tables.gen.ts'
import { chanceOf } from '../chance.ts'
import type { Chance } from '../chance.ts'
import { daysBefore, iso } from '../times.ts'

const organizationData = [
  {
    name: 'Wheelhouse',
    phone: '+3726001700',
    email: 'hello@wheelhouse.test',
    link: 'https://wheelhouse.test',
    tags: ['ee', 'no', 'us_md', 'provider'],
    comment: 'The provider of the service.',
  },
  {
    name: 'Tallinn Mobility',
    phone: '+3726001720',
    email: 'info@tallinnmobility.test',
    link: 'https://tallinnmobility.test',
    tags: ['ee', 'municipality'],
    comment: 'Owns and distributes the racks of the city; the field work is with Baltic Park.',
  },
  {
    name: 'Baltic Park OÜ',
    phone: '+3726001735',
    email: 'info@balticpark.test',
    link: 'https://balticpark.test',
    tags: ['ee', 'field_work'],
    comment: 'Operator in Tallinn, with three private sites of its own.',
  },
  {
    name: 'Oslo Sykkelparkering AS',
    phone: '+4721890400',
    email: 'post@oslosykkelparkering.test',
    link: 'https://oslosykkelparkering.test',
    tags: ['no', 'transit_authority'],
    comment: 'Bike parking at stations and squares of Oslo.',
  },
  {
    name: 'Bay Bike Parking Inc',
    phone: '+14105550140',
    email: 'office@baybike.test',
    link: 'https://baybike.test',
    tags: ['us_md', 'campus', 'transit_authority'],
    comment: 'Stations, campuses and squares around the harbor of Baltimore.',
  },
] as const

export type OrganizationName = (typeof organizationData)[number]['name']

/** The organization that a line of a table names. */
export function organizationNamed(text: string): OrganizationName {
  return organizationData.find(({ name }) => name === text)?.name ?? missing(text)
}

export interface Organizations {
  rows: Insertable<OrganizationsTable>[]
  groups: Insertable<ResourceGroupsTable>[]
  idOf(name: OrganizationName): string
  /** The system group of the organization's resources in that role. */
  groupOf(name: OrganizationName, part: OrganizationRole): string
  /** Covers all resources. */
  everything: string
  /** Hardware that is not assigned to anything. */
  stock: string
  /** Created by people, with its own members. */
  centre: string
  pilot: string
}

export function makeOrganizations(now: number, madeBy: string): Organizations {
  const chance = chanceOf('organizations')
  const rows = organizationData.map((one, index) => {
    const at = daysBefore(now, 730 - index * 12)
    return { id: chance.id(at), ...one, tags: [...one.tags], created_at: iso(at), updated_at: iso(at) }
  })
  const groups: GroupRow[] = []
  const group = (days: number, values: GroupWords): string => {
    const row = groupRow(chance, daysBefore(now, days), values)
    groups.push(row)
    return row.id
  }
  const everything = group(731, {
    name: 'Everything',
    description: 'Whatever is belongs to it. For staff of the provider.',
    type: 'system',
    covers_everything: true,
  })
  const stock = group(731, { name: 'Stock', description: 'Hardware that is assigned to no device.', type: 'system' })
  const parts = new Map(
    rows.flatMap((row) =>
      organizationRoles.map((part) => [`${row.name} ${part}`, group(729, roleLabels(row, part))] as const),
    ),
  )
  return {
    rows,
    groups,
    everything,
    stock,
    idOf: (name) => rows.find((row) => row.name === name)?.id ?? missing(name),
    groupOf: (name, part) => parts.get(`${name} ${part}`) ?? missing(`${name} ${part}`),
    centre: group(210, {
      ...centre,
      created_by: madeBy,
    }),
    pilot: group(45, {
      ...pilot,
      created_by: madeBy,
    }),
  }
}

type GroupRow = Insertable<ResourceGroupsTable>
type GroupWords = Pick<GroupRow, 'name' | 'description' | 'type'> & Partial<GroupRow>

const centre = {
  name: 'Tallinn city centre',
  description: 'The racks within walking distance of the old town.',
  type: 'public',
}
const pilot = {
  name: 'Night service pilot',
  description: 'Locations where the night shift answers calls, until spring.',
  type: 'private',
}

const groupRow = (chance: Chance, at: number, values: GroupWords): GroupRow => ({
  id: chance.id(at),
  covers_everything: false,
  organization_id: null,
  organization_part: null,
  created_by: null,
  created_at: iso(at),
  ...values,
})

const roleLabels = ({ id, name }: { id: string; name: string }, part: OrganizationRole): GroupWords => ({
  name: `${name}: ${part}`,
  description: `What ${name} has as ${part}.`,
  type: 'system',
  organization_id: id,
  organization_part: part,
})

function missing(name: string): never {
  throw new Error(`The seed has no organization ${name}`)
}
