import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { valueIn, entriesOf } from '@wheelhouse/contract/certain.ts'
import { fieldLabels } from '@wheelhouse/contract/locations/location-fields.ts'
import type { LocationField as Field } from '@wheelhouse/contract/locations/location-fields.ts'
import { LocationTag } from '@wheelhouse/contract/locations/location-values.ts'
import { listLocationTags } from '@wheelhouse/contract/locations/locations.ts'
import { locationTypes, tagsAtMost } from '@wheelhouse/contract/locations/location-values.ts'
import type { LocationType } from '@wheelhouse/contract/locations/location-values.ts'
import { countries } from '@wheelhouse/contract/regions/countries.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { generations, iconLabels, powerSaveLabels, useCaseLabels } from './location-field-labels.ts'
import { locationTypeLabels } from './location-labels.ts'
import { countryName } from '../../i18n/code-names.ts'
import { timeZones } from '../../i18n/time-zones.ts'
import { useCanCall } from '../../session/can.ts'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { MapPointField } from '../../ui/form/map-point-field.tsx'
import { PhoneField } from '../../ui/form/phone-field.tsx'
import { TagsField } from '../../ui/form/tags-field.tsx'
import { HoursField } from '../../ui/form/duration-field.tsx'
import { NumberField, SwitchField, TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import { MapPointPicker } from '../../ui/map/map-point-picker.tsx'
import { OrganizationField } from '../organizations/organization-picker.tsx'

const word = (field: Field): string => t(fieldLabels[field])
const named = (field: Field) => ({ name: field, label: word(field) })
/** Where the contract takes no empty value, and a new location would be given another one in its place. */
const needed = (field: Field) => ({
  ...named(field),
  check: (value: unknown) =>
    value === null || value === undefined || String(value).trim() === ''
      ? t('{{label}} is required', { label: word(field) })
      : undefined,
})
const options = <T extends string>(words: Record<T, string>) =>
  entriesOf(words).map(([value, label]) => ({ value, label: t(label) }))

const iconOfType: Record<LocationType, keyof typeof iconLabels> = {
  bike_docks: 'bike',
  bike_rentals: 'bike',
  scooter_docks: 'scooter',
  scooter_docks_v2: 'scooter',
  scooter_rentals: 'scooter',
  bike_lockers: 'locker',
  bike_house: 'house',
  bike_house_dockless: 'house',
  bike_hangar: 'hangar',
}

/** A type proposes its icon as long as none is chosen. */
function IconFollowsType() {
  const { values, set } = useForm()
  const propose = useEffectEvent((type: unknown) => {
    const icon = valueIn(iconOfType, type)
    if (icon !== undefined && values.icon_type === null) set({ icon_type: icon })
  })
  useEffect(() => propose(values.type), [values.type])
  return null
}

const countryOptions = () =>
  [...countries]
    .map((code) => ({ value: code.toUpperCase(), label: countryName(code), detail: code.toUpperCase() }))
    .toSorted((one, other) => one.label.localeCompare(other.label))

function CountryField() {
  const [known] = useState(countryOptions)
  return <SelectField {...named('country')} options={known} />
}

function ZoneField({ isNew }: Pick<ControlProps, 'isNew'>) {
  const { values } = useForm()
  const chosen = typeof values.time_zone === 'string' ? values.time_zone : 'UTC'
  const [opened] = useState(() => new Date())
  const zones = useMemo(() => timeZones(chosen, opened), [chosen, opened])
  return (
    <SelectField
      {...named('time_zone')}
      options={zones}
      isClearable={isNew}
      placeholder={isNew ? t('Detected from the place on the map') : undefined}
      help={t('Used for daily figures and reminders.')}
    />
  )
}

function PublicTagsField() {
  const known = useKnownTags()
  return (
    <TagsField
      {...named('tags')}
      rule={LocationTag}
      known={known}
      most={tagsAtMost}
      help={t('At least 3 characters: letters, numbers and underscore.')}
    />
  )
}

/** Tags of the locations that this person sees, offered while typing. */
export function useKnownTags(): string[] {
  const may = useCanCall(listLocationTags)
  const { data = [] } = useQuery({ ...read(listLocationTags, {}), enabled: may })
  return data.map(({ tag }) => tag)
}

interface ControlProps {
  isNew: boolean
  /** Only these are written by this person; the others are left out. */
  has: (field: Field) => boolean
}

/** The form control of every field: a field without one does not compile. */
export const locationControls: Record<Field, (props: ControlProps) => ReactNode> = {
  code: () => (
    <TextField {...needed('code')} maxLength={6} isMono help={t('Six digits, printed on the rack. Never reused.')} />
  ),
  label: () => <TextField {...needed('label')} maxLength={64} help={t('The name riders see.')} />,
  address: () => (
    <TextField {...named('address')} maxLength={255} help={t('Street and number. Required before launch.')} />
  ),
  state: () => <TextField {...named('state')} maxLength={64} />,
  city: () => <TextField {...named('city')} maxLength={64} />,
  district: () => <TextField {...named('district')} maxLength={64} />,
  country: () => <CountryField />,
  type: () => (
    <SelectField
      {...named('type')}
      options={locationTypes.map((value) => ({ value, label: t(locationTypeLabels[value]) }))}
    />
  ),
  generation: () => (
    <SelectField {...named('generation')} options={generations.map((value) => ({ value, label: value }))} />
  ),
  power_save: () => <SelectField {...named('power_save')} options={options(powerSaveLabels)} />,
  icon_type: ({ has }) => (
    <>
      <SelectField {...named('icon_type')} options={options(iconLabels)} />
      {has('type') && <IconFollowsType />}
    </>
  ),
  use_case: () => <SelectField {...named('use_case')} options={options(useCaseLabels)} isClearable />,
  latitude: () => (
    <MapPointField
      names={['latitude', 'longitude']}
      label={t('On the map')}
      help={t('Required before launch.')}
      map={(field) => <MapPointPicker {...field} height={260} />}
    />
  ),
  /** The control of the latitude sets both. */
  longitude: () => null,
  time_zone: ({ isNew }) => <ZoneField isNew={isNew} />,
  tags: () => <PublicTagsField />,
  private_tags: () => (
    <TagsField
      {...named('private_tags')}
      rule={LocationTag}
      most={tagsAtMost}
      help={t('Visible to partners and staff only.')}
    />
  ),
  is_free: () => <SwitchField {...named('is_free')} sentence={t('Parking is free for everyone')} />,
  has_booking: () => <SwitchField {...named('has_booking')} sentence={t('Riders can book a place in advance')} />,
  has_app_parking: () => <SwitchField {...named('has_app_parking')} sentence={t('Riders can park with the app')} />,
  has_rfid_parking: () => <SwitchField {...named('has_rfid_parking')} sentence={t('Riders can park with a card')} />,
  has_e_charging: () => (
    <SwitchField {...named('has_e_charging')} sentence={t('Docks charge electric bikes or scooters')} />
  ),
  is_publicly_visible: () => (
    <SwitchField {...named('is_publicly_visible')} sentence={t('Riders see the location on the map in the app')} />
  ),
  has_camera: () => <SwitchField {...named('has_camera')} sentence={t('Cameras can take security photos here')} />,
  has_auto_restarts: () => (
    <SwitchField {...named('has_auto_restarts')} sentence={t('Controllers restart automatically when they hang')} />
  ),
  free_parking_hours: () => <HoursField {...needed('free_parking_hours')} />,
  free_parking_summary: () => (
    <TextField
      {...named('free_parking_summary')}
      maxLength={80}
      help={t('One line in the app, at most 80 characters.')}
    />
  ),
  free_parking_details: () => <TextAreaField {...named('free_parking_details')} maxLength={1000} />,
  restricted_description: () => (
    <TextAreaField
      {...named('restricted_description')}
      maxLength={1000}
      help={t('Keys, gates, contacts. For staff and partners; app users never see this.')}
    />
  ),
  hidden_admin_description: () => (
    <TextAreaField
      {...needed('hidden_admin_description')}
      maxLength={2000}
      help={t('Visible to superadmins only. At least 10 characters.')}
    />
  ),
  support_phone: () => <PhoneField {...named('support_phone')} />,
  support_email: () => <TextField {...named('support_email')} type="email" maxLength={254} />,
  terms_url: () => <TextField {...named('terms_url')} type="url" maxLength={500} placeholder="https://" />,
  bubble_orange_hours: () => (
    <NumberField {...needed('bubble_orange_hours')} unit={t('hours occupied')} min={1} max={8760} />
  ),
  bubble_red_hours: () => <NumberField {...needed('bubble_red_hours')} unit={t('hours occupied')} min={1} max={8760} />,
  overstay_limit_h: () => (
    <NumberField
      {...named('overstay_limit_h')}
      unit={t('hours')}
      min={1}
      max={8760}
      help={t(
        'A bike that is parked for longer becomes an overstay, and the steps of the region begin. Leave empty for no limit.',
      )}
    />
  ),
  owner_id: () => (
    <OrganizationField {...named('owner_id')} help={t('Staff of each of these organizations can see the location.')} />
  ),
  operator_id: () => <OrganizationField {...named('operator_id')} />,
  distributor_id: () => <OrganizationField {...named('distributor_id')} />,
  reseller_id: () => <OrganizationField {...named('reseller_id')} />,
}
