import * as z from 'zod'
import { keysOf } from '../certain.ts'
import type { Action, ResourceType } from '../access.ts'
import { Id } from '../route.ts'
import { line, lines, requiredLine, requiredLines } from '../texts.ts'
import {
  Country,
  degrees,
  Generation,
  hours,
  LocationCode,
  LocationIcon,
  locationTypes,
  orEmpty,
  PowerSave,
  Tags,
  TermsUrl,
  TimeZone,
  UseCase,
  isEmail,
} from './location-values.ts'

/**
 * Parts of a location, as the page and the form show them; the name of a group is part of addresses (`?edit=place`).
 * The fields in `first` precede the others of their group, which follow in the order of the record below.
 */
const groups = {
  identity: { title: 'Identity', first: ['label'] },
  place: { title: 'Place', first: ['country', 'state', 'city', 'district'] },
  organizations: { title: 'Organizations', first: [] },
  parking: { title: 'Parking rules', first: [] },
  descriptions: { title: 'Descriptions', first: [] },
  support: { title: 'Support and terms', first: [] },
  tags: { title: 'Tags', first: [] },
  hardware: { title: 'Power and camera', first: ['power_save', 'has_auto_restarts'] },
} as const
export type LocationGroup = keyof typeof groups

/** How an import reads a cell. */
export type CellKind = 'text' | 'text_or_null' | 'number' | 'flag' | 'words'

type Level = readonly [ResourceType, Action]

interface Facts {
  /** A key of `t`. */
  label: string
  group: LocationGroup
  /**
   * The actions on the location that writing the field takes (rights: field levels). A caller who lacks one and sends the field
   * is refused, also with its present value: a screen sends only what its reader may write.
   */
  write: readonly Action[]
  /** The action without which the field is not sent; without a level everybody who sees the location reads it. */
  read?: Level
  /** Exports have a column for each field after those of the list's rows, which name theirs themselves (`in_row`). */
  exported?: 'in_row' | 'no'
  /** Imports have a column for each field, under its own name unless this says otherwise. */
  imported?: 'as_key' | 'by_name' | 'no'
  /** The value in the form of a new location, as the database would fill it; null must be chosen. */
  blank?: unknown
  cell?: CellKind
}

/** A misspelt property would otherwise be inferred as one more: `raed` would leave a field visible. */
type Exact<F extends Facts> = F & { [Extra in Exclude<keyof F, keyof Facts>]: never }

interface Kind {
  blank: unknown
  cell: CellKind
}

const field = <S extends z.ZodType, R extends z.ZodType, const F extends Facts>(
  schema: S,
  reply: R,
  kind: Kind,
  facts: Exact<F>,
) => ({ schema, reply, ...kind, ...facts })

const text = <S extends z.ZodType, const F extends Facts>(schema: S, facts: Exact<F>) =>
  field(schema, z.string(), { blank: '', cell: 'text' }, facts)
const choice = <S extends z.ZodType, const F extends Facts>(schema: S, facts: Exact<F>) =>
  field(schema, schema, { blank: null, cell: 'text' }, facts)
const number = <S extends z.ZodType, const F extends Facts>(schema: S, facts: Exact<F>) =>
  field(schema, z.number(), { blank: null, cell: 'number' }, facts)
const coordinate = <S extends z.ZodType, const F extends Facts>(schema: S, facts: Exact<F>) =>
  field(schema, z.number().nullable(), { blank: null, cell: 'number' }, facts)
const flag = <const F extends Facts>(facts: Exact<F>) =>
  field(z.boolean(), z.boolean(), { blank: false, cell: 'flag' }, facts)
const tags = <const F extends Facts>(facts: Exact<F>) =>
  field(Tags, z.array(z.string()), { blank: [], cell: 'words' }, facts)
const organization = <const L extends string>(label: L) =>
  field(
    Id.nullable(),
    Id.nullable(),
    { blank: null, cell: 'text' },
    { label, group: 'organizations', write: ['MODIFYORGANIZATIONS'], exported: 'in_row', imported: 'by_name' },
  )

const plain = ['UPDATE'] as const
const restricted = ['MODIFY_RESTRICTED_FIELDS'] as const
const descriptions = ['MODIFY_DESCRIPTIONS'] as const
const partner = {
  group: 'support',
  read: ['location', 'GET_PARTNER_FIELDS'],
  write: ['GET_PARTNER_FIELDS', 'UPDATE'],
} as const
const hardware = {
  group: 'hardware',
  read: ['location', 'GET_RESTRICTED_FIELDS'],
  write: restricted,
} as const

/** A call, so that the console's bundle leaves the record out of screens that do not use it. */
const declare = <const Fields>(fields: Fields): Fields => fields

/**
 * Every field of a location that is written, a line each, with the bounds and words of spec section 5 and `values.md`. The
 * reply, the edit body, levels, columns of files, labels and blanks derive from it; its order is that of the columns.
 */
export const locationFields = declare({
  code: text(LocationCode, {
    label: 'Code',
    group: 'identity',
    write: restricted,
    exported: 'in_row',
    imported: 'as_key',
  }),
  label: text(requiredLine('Label', 3, 64), { label: 'Label', group: 'identity', write: plain, exported: 'in_row' }),
  address: text(line('Address', 255), { label: 'Address', group: 'place', write: plain, exported: 'in_row' }),
  state: text(line('State', 64), { label: 'State', group: 'place', write: plain }),
  city: text(line('City', 64), { label: 'City', group: 'place', write: plain }),
  district: text(line('District', 64), { label: 'District', group: 'place', write: plain }),
  country: text(Country, { label: 'Country', group: 'place', write: plain, blank: null }),
  type: choice(z.enum(locationTypes, 'Type is required'), {
    label: 'Type',
    group: 'identity',
    write: restricted,
    exported: 'in_row',
  }),
  generation: choice(Generation, { label: 'Generation', group: 'identity', write: restricted }),
  power_save: choice(PowerSave, { label: 'Power save', ...hardware, blank: 'none' }),
  icon_type: choice(LocationIcon, { label: 'Icon type', group: 'identity', write: plain }),
  use_case: choice(UseCase.nullable(), { label: 'Use case', group: 'identity', write: plain, cell: 'text_or_null' }),
  /** Both or none; none until the place is known. A launch asks for them. */
  latitude: coordinate(degrees('Latitude', 90), { label: 'Latitude', group: 'place', write: plain }),
  longitude: coordinate(degrees('Longitude', 180), { label: 'Longitude', group: 'place', write: plain }),
  /** IANA name. Left out or null at creation: derived from the coordinates (UTC without them). */
  time_zone: text(TimeZone.nullable(), {
    label: 'Time zone',
    group: 'place',
    write: plain,
    blank: null,
    cell: 'text_or_null',
  }),
  tags: tags({ label: 'Public tags', group: 'tags', write: ['MODIFY_PUBLIC_TAGS'], exported: 'in_row' }),
  private_tags: tags({
    label: 'Private tags',
    group: 'tags',
    read: ['location', 'GET_PRIVATE_TAGS'],
    write: ['GET_PRIVATE_TAGS', 'UPDATE'],
  }),
  is_free: flag({ label: 'Free to use', group: 'parking', write: plain }),
  has_booking: flag({ label: 'Booking', group: 'parking', write: plain }),
  has_app_parking: flag({ label: 'App parking', group: 'parking', write: plain, blank: true }),
  has_rfid_parking: flag({ label: 'RFID parking', group: 'parking', write: plain, blank: true }),
  has_e_charging: flag({ label: 'E-charging', group: 'parking', write: plain }),
  is_publicly_visible: flag({ label: 'Publicly visible', group: 'parking', write: plain, blank: true }),
  has_camera: flag({ label: 'Camera', ...hardware }),
  has_auto_restarts: flag({ label: 'Auto restarts', ...hardware }),
  free_parking_hours: number(
    z
      .number('Free parking hours: a number')
      .min(0, 'Free parking hours: not negative')
      .max(8760, 'Free parking hours: at most 8760')
      .multipleOf(0.25, 'Free parking hours: in quarters of an hour'),
    { label: 'Free parking', group: 'parking', write: plain, blank: 0 },
  ),
  free_parking_summary: text(line('Free parking summary', 80), {
    label: 'Free parking summary',
    group: 'descriptions',
    write: descriptions,
  }),
  free_parking_details: text(lines('Free parking details', 1000), {
    label: 'Free parking details',
    group: 'descriptions',
    write: descriptions,
  }),
  /** What staff and partners need to know at the place (keys, gates, contacts); never shown to app users. */
  restricted_description: text(lines('Restricted description', 1000), {
    label: 'Restricted description',
    group: 'descriptions',
    read: ['location', 'GET_RESTRICTED_FIELDS'],
    write: ['MODIFY_RESTRICTED_DESCRIPTIONS'],
  }),
  hidden_admin_description: text(requiredLines('Hidden admin description', 10, 2000), {
    label: 'Hidden admin description',
    group: 'descriptions',
    read: ['location', 'GET_SUPERADMIN_FIELDS'],
    write: ['MODIFY_SUPERADMIN_FIELDS'],
  }),
  support_phone: text(
    orEmpty('Support phone', 20, 'Invalid phone number', (value) => /^\+[1-9]\d{6,14}$/.test(value)),
    { label: 'Support phone', ...partner },
  ),
  support_email: text(orEmpty('Support email', 254, 'Invalid email address', isEmail), {
    label: 'Support email',
    ...partner,
  }),
  terms_url: text(TermsUrl, { label: 'Terms URL', ...partner }),
  bubble_orange_hours: number(hours('Orange after'), {
    label: 'Orange after',
    group: 'parking',
    write: plain,
    blank: 24,
  }),
  bubble_red_hours: number(hours('Red after'), { label: 'Red after', group: 'parking', write: plain, blank: 72 }),
  /** Beyond it the steps of the region begin; null: nobody is asked to collect a bicycle here. */
  overstay_limit_h: coordinate(hours('Overstay limit').nullable(), {
    label: 'Overstay limit',
    group: 'parking',
    write: plain,
  }),
  owner_id: organization('Owner'),
  operator_id: organization('Operator'),
  distributor_id: organization('Distributor'),
  reseller_id: organization('Reseller'),
})

type Fields = typeof locationFields
export type LocationField = keyof Fields
type FieldOf<Has> = { [Name in LocationField]: Fields[Name] extends Has ? Name : never }[LocationField]
/** A field that the reply leaves out for a caller without its level. */
export type LeveledField = FieldOf<{ read: Level }>
/** A field that exports give after the columns of the list. */
export type LocationDetail = Exclude<LocationField, FieldOf<{ exported: 'in_row' | 'no' }>>

export const locationFieldNames = keysOf(locationFields)
const factsOf = (name: LocationField): Facts => locationFields[name]

/** One property of every field, by the field's name. */
const each = <Property extends 'schema' | 'write' | 'label' | 'blank' | 'cell'>(property: Property) =>
  Object.fromEntries(locationFieldNames.map((name) => [name, locationFields[name][property]])) as {
    [Name in LocationField]: Fields[Name][Property]
  }
export const locationSchemas = each('schema')
export const writeRights: Record<LocationField, readonly Action[]> = each('write')
export const fieldLabels: Record<LocationField, string> = each('label')
export const blankLocation: Record<LocationField, unknown> = each('blank')
export const locationCells: Record<LocationField, CellKind> = each('cell')

export const levelOf = (name: LocationField): Level | undefined => factsOf(name).read
const hasLevel = (name: LocationField): name is LeveledField => levelOf(name) !== undefined

/** Fields that are neither sent nor writable without the action (rights: field levels). */
export const locationFieldLevels = Object.fromEntries(
  locationFieldNames.filter(hasLevel).map((name) => [name, locationFields[name].read]),
) as Readonly<Record<LeveledField, Level>>

/** The fields as a reply has them: those behind a level may be absent. */
export const locationReplies = Object.fromEntries(
  locationFieldNames.map((name) => {
    const { reply } = locationFields[name]
    return [name, hasLevel(name) ? reply.optional() : reply]
  }),
) as {
  [Name in LocationField]: Name extends LeveledField ? z.ZodOptional<Fields[Name]['reply']> : Fields[Name]['reply']
}

/** Fields that the list does not show and an export gives: an import takes them, so a file can be corrected and read in again. */
export const locationDetails = locationFieldNames.filter(
  (name): name is LocationDetail => factsOf(name).exported === undefined,
)

/** The columns of an import besides its key; organizations are named, not numbered. */
export const locationImports: readonly string[] = locationFieldNames
  .filter((name) => !['as_key', 'no'].includes(factsOf(name).imported ?? ''))
  .map((name) => (factsOf(name).imported === 'by_name' ? name.replace(/_id$/, '_name') : name))

function fieldsOf(group: LocationGroup): readonly LocationField[] {
  const first: readonly LocationField[] = groups[group].first
  return [...first, ...locationFieldNames.filter((name) => factsOf(name).group === group && !first.includes(name))]
}

/** Each group with its title and its fields, in the order in which they are shown. */
export const locationGroups = Object.fromEntries(
  keysOf(groups).map((group) => [group, { title: groups[group].title, fields: fieldsOf(group) }]),
) as Readonly<Record<LocationGroup, { title: string; fields: readonly LocationField[] }>>
