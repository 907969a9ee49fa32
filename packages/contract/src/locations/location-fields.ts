import * as z from 'zod'
import { keysOf, recordOf } from '../certain.ts'
import type { Action } from '../access.ts'
import { declareFields, eachOf, exportedOf, fieldKinds, levelsOf, repliesOf } from '../fields.ts'
import type { CellKind, ExportedFieldOf, FieldFacts, Level, LeveledFieldOf } from '../fields.ts'
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

interface LocationFacts extends FieldFacts {
  group: LocationGroup
  /** The actions on the location that writing the field takes besides that of its level (`writeRights`). */
  write: readonly Action[]
  /** Without a level everybody who sees the location reads it. */
  read?: Level
  /** Imports have a column for each field, under its own name unless this says otherwise. */
  imported?: 'as_key' | 'by_name' | 'no'
}

const kinds = fieldKinds<LocationFacts>()
const organization = <const L extends string>(label: L) =>
  kinds.reference(Id.nullable(), {
    label,
    group: 'organizations',
    write: ['MODIFYORGANIZATIONS'],
    exported: 'in_row',
    imported: 'by_name',
  })

const plain = ['UPDATE'] as const
const restricted = ['MODIFY_RESTRICTED_FIELDS'] as const
const descriptions = ['MODIFY_DESCRIPTIONS'] as const
const partner = {
  group: 'support',
  read: ['location', 'GET_PARTNER_FIELDS'],
  write: plain,
} as const
const hardware = {
  group: 'hardware',
  read: ['location', 'GET_RESTRICTED_FIELDS'],
  write: restricted,
} as const

/**
 * Every field of a location that is written, a line each, with the bounds and words of spec section 5 and `values.md`. The
 * reply, the edit body, levels, columns of files, labels and blanks derive from it; its order is that of the columns.
 */
export const locationFields = declareFields({
  code: kinds.text(LocationCode, {
    label: 'Code',
    group: 'identity',
    write: restricted,
    exported: 'in_row',
    imported: 'as_key',
  }),
  label: kinds.text(requiredLine('Label', 3, 64), {
    label: 'Label',
    group: 'identity',
    write: plain,
    exported: 'in_row',
  }),
  address: kinds.text(line('Address', 255), { label: 'Address', group: 'place', write: plain, exported: 'in_row' }),
  state: kinds.text(line('State', 64), { label: 'State', group: 'place', write: plain }),
  city: kinds.text(line('City', 64), { label: 'City', group: 'place', write: plain }),
  district: kinds.text(line('District', 64), { label: 'District', group: 'place', write: plain }),
  country: kinds.text(Country, { label: 'Country', group: 'place', write: plain, blank: null }),
  type: kinds.choice(z.enum(locationTypes, 'Type is required'), {
    label: 'Type',
    group: 'identity',
    write: restricted,
    exported: 'in_row',
  }),
  generation: kinds.choice(Generation, { label: 'Generation', group: 'identity', write: restricted }),
  power_save: kinds.choice(PowerSave, { label: 'Power save', ...hardware, blank: 'none' }),
  icon_type: kinds.choice(LocationIcon, { label: 'Icon type', group: 'identity', write: plain }),
  use_case: kinds.choice(UseCase.nullable(), {
    label: 'Use case',
    group: 'identity',
    write: plain,
    cell: 'text_or_null',
  }),
  /** Both or none; none until the place is known. A launch asks for them. */
  latitude: kinds.numberOrNull(degrees('Latitude', 90), { label: 'Latitude', group: 'place', write: plain }),
  longitude: kinds.numberOrNull(degrees('Longitude', 180), { label: 'Longitude', group: 'place', write: plain }),
  /** IANA name. Left out or null at creation: derived from the coordinates (UTC without them). */
  time_zone: kinds.text(TimeZone.nullable(), {
    label: 'Time zone',
    group: 'place',
    write: plain,
    blank: null,
    cell: 'text_or_null',
  }),
  tags: kinds.words(Tags, { label: 'Public tags', group: 'tags', write: ['MODIFY_PUBLIC_TAGS'], exported: 'in_row' }),
  private_tags: kinds.words(Tags, {
    label: 'Private tags',
    group: 'tags',
    read: ['location', 'GET_PRIVATE_TAGS'],
    write: plain,
  }),
  is_free: kinds.flag({ label: 'Free to use', group: 'parking', write: plain }),
  has_booking: kinds.flag({ label: 'Booking', group: 'parking', write: plain }),
  has_app_parking: kinds.flag({ label: 'App parking', group: 'parking', write: plain, blank: true }),
  has_rfid_parking: kinds.flag({ label: 'RFID parking', group: 'parking', write: plain, blank: true }),
  has_e_charging: kinds.flag({ label: 'E-charging', group: 'parking', write: plain }),
  is_publicly_visible: kinds.flag({ label: 'Publicly visible', group: 'parking', write: plain, blank: true }),
  has_camera: kinds.flag({ label: 'Camera', ...hardware }),
  has_auto_restarts: kinds.flag({ label: 'Auto restarts', ...hardware }),
  free_parking_hours: kinds.number(
    z
      .number('Free parking hours: a number')
      .min(0, 'Free parking hours: not negative')
      .max(8760, 'Free parking hours: at most 8760')
      .multipleOf(0.25, 'Free parking hours: in quarters of an hour'),
    { label: 'Free parking', group: 'parking', write: plain, blank: 0 },
  ),
  free_parking_summary: kinds.text(line('Free parking summary', 80), {
    label: 'Free parking summary',
    group: 'descriptions',
    write: descriptions,
  }),
  free_parking_details: kinds.text(lines('Free parking details', 1000), {
    label: 'Free parking details',
    group: 'descriptions',
    write: descriptions,
  }),
  /** What staff and partners need to know at the place (keys, gates, contacts); never shown to app users. */
  restricted_description: kinds.text(lines('Restricted description', 1000), {
    label: 'Restricted description',
    group: 'descriptions',
    read: ['location', 'GET_RESTRICTED_FIELDS'],
    write: ['MODIFY_RESTRICTED_DESCRIPTIONS'],
  }),
  hidden_admin_description: kinds.text(requiredLines('Hidden admin description', 10, 2000), {
    label: 'Hidden admin description',
    group: 'descriptions',
    read: ['location', 'GET_SUPERADMIN_FIELDS'],
    write: ['MODIFY_SUPERADMIN_FIELDS'],
  }),
  support_phone: kinds.text(
    orEmpty('Support phone', 20, 'Invalid phone number', (value) => /^\+[1-9]\d{6,14}$/.test(value)),
    { label: 'Support phone', ...partner },
  ),
  support_email: kinds.text(orEmpty('Support email', 254, 'Invalid email address', isEmail), {
    label: 'Support email',
    ...partner,
  }),
  terms_url: kinds.text(TermsUrl, { label: 'Terms URL', ...partner }),
  bubble_orange_hours: kinds.number(hours('Orange after'), {
    label: 'Orange after',
    group: 'parking',
    write: plain,
    blank: 24,
  }),
  bubble_red_hours: kinds.number(hours('Red after'), { label: 'Red after', group: 'parking', write: plain, blank: 72 }),
  /** Beyond it the steps of the region begin; null: nobody is asked to collect a bicycle here. */
  overstay_limit_h: kinds.numberOrNull(hours('Overstay limit').nullable(), {
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
/** A field that the reply leaves out for a caller without its level. */
export type LeveledField = LeveledFieldOf<Fields>
/** A field that exports give after the columns of the list. */
export type LocationDetail = ExportedFieldOf<Fields>

export const locationFieldNames = keysOf(locationFields)
const factsOf = (name: LocationField): LocationFacts => locationFields[name]

export const locationSchemas = eachOf(locationFields, 'schema')
/**
 * The actions on the location that writing a field takes, with that of its level: nobody writes over what they do not read
 * (rights: field levels). A caller who lacks one and sends the field is refused, also with its present value: a screen sends
 * only what its reader changed.
 */
export const writeRights: Record<LocationField, readonly Action[]> = recordOf(locationFieldNames, (name) => {
  const { read, write } = factsOf(name)
  return read === undefined ? write : [read[1], ...write]
})
export const fieldLabels: Record<LocationField, string> = eachOf(locationFields, 'label')
export const blankLocation: Record<LocationField, unknown> = eachOf(locationFields, 'blank')
export const locationCells: Record<LocationField, CellKind> = eachOf(locationFields, 'cell')

export const levelOf = (name: LocationField): Level | undefined => factsOf(name).read
export const locationFieldLevels = levelsOf(locationFields)
export const locationReplies = repliesOf(locationFields)

/** Fields that the list does not show and an export gives: an import takes them, so a file can be corrected and read in again. */
export const locationDetails = exportedOf(locationFields)

/** The columns of an import besides its key; organizations are named, not numbered. */
export const locationImports: readonly string[] = locationFieldNames
  .filter((name) => !['as_key', 'no'].includes(factsOf(name).imported ?? ''))
  .map((name) => (factsOf(name).imported === 'by_name' ? name.replace(/_id$/, '_name') : name))

function fieldsOf(group: LocationGroup): readonly LocationField[] {
  const first: readonly LocationField[] = groups[group].first
  return [...first, ...locationFieldNames.filter((name) => factsOf(name).group === group && !first.includes(name))]
}

/** Each group with its title and its fields, in the order in which they are shown. */
export const locationGroups = recordOf(keysOf(groups), (group) => ({
  title: groups[group].title,
  fields: fieldsOf(group),
}))
