import { fieldLabels, locationGroups } from '@wheelhouse/contract/locations/location-fields.ts'
import type { LocationField, LocationGroup } from '@wheelhouse/contract/locations/location-fields.ts'
import { organizationRoles } from '@wheelhouse/contract/locations/locations.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import type { ReactNode } from 'react'
import { OrganizationLink } from '../../features/organizations/organization-link.tsx'
import { countryName } from '../../i18n/code-names.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { iconLabels, powerSaveLabels, useCaseLabels, yesNo } from '../../features/locations/location-field-labels.ts'
import { locationTypeLabels } from '../../features/locations/location-labels.ts'
import { Tag } from '../../ui/details/badge.tsx'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import type { KeyValue } from '../../ui/details/key-values.tsx'
import { Link } from '../../ui/details/link.tsx'
import { coordinatesLabel, coordinatesText } from '../../ui/map/map-points.ts'
import classes from './location-page.module.css'

/** The fields of a group that were sent, in words. What is absent is above this person's level and is not even named. */
export function groupItems(group: LocationGroup, location: Location, format: Format): KeyValue[] {
  const fields: readonly LocationField[] = locationGroups[group].fields
  return fields.flatMap((field): KeyValue[] => {
    if (field === 'longitude' || location[field] === undefined) return []
    if (field === 'latitude') return [{ label: t('Coordinates'), value: placeOf(location) }]
    return [{ label: t(fieldLabels[field]), ...shown(field, location, format) }]
  })
}

function placeOf({ latitude, longitude }: Location): ReactNode {
  if (latitude === null || longitude === null) return null
  const place = { latitude, longitude }
  return <CopyableId id={coordinatesText(place)}>{coordinatesLabel(place)}</CopyableId>
}

function shown(field: LocationField, location: Location, format: Format): Pick<KeyValue, 'value' | 'unit'> {
  const part = organizationRoles.find((one) => field === `${one}_id`)
  if (part !== undefined) return { value: organizationOf(location[`${part}_id`], location[`${part}_name`]) }
  const value = location[field]
  if (typeof value === 'boolean') return { value: yesNo(value) }
  if (typeof value === 'number') return { value: format.number(value, 2), unit: t('hours') }
  if (Array.isArray(value)) return { value: tagsOf(value) }
  return { value: typeof value === 'string' && value !== '' ? textOf(field, value) : null }
}

const organizationOf = (id: string | null, name: string | null): ReactNode =>
  id === null || name === null ? null : <OrganizationLink id={id} name={name} />

const tagsOf = (tags: readonly string[]): ReactNode =>
  tags.length === 0 ? null : (
    <span className={classes.tags}>
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  )

const wordsOf: Partial<Record<LocationField, Record<string, string>>> = {
  type: locationTypeLabels,
  icon_type: iconLabels,
  use_case: useCaseLabels,
  power_save: powerSaveLabels,
}

function textOf(field: LocationField, value: string): ReactNode {
  const words = wordsOf[field]
  if (words !== undefined) return t(words[value] ?? value)
  switch (field) {
    case 'code':
      return <CopyableId id={value} />
    case 'country':
      return `${countryName(value)} (${value})`
    case 'support_phone':
      return <a href={`tel:${value}`}>{value}</a>
    case 'support_email':
      return <a href={`mailto:${value}`}>{value}</a>
    case 'terms_url':
      return (
        <Link href={value} target="_blank" rel="noreferrer">
          {value}
        </Link>
      )
    default:
      return <span className={classes.prose}>{value}</span>
  }
}
