import { useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, useState } from 'react'
import { locationGroups } from '@wheelhouse/contract/locations/location-fields.ts'
import type { LocationField, LocationGroup } from '@wheelhouse/contract/locations/location-fields.ts'
import { createLocation, updateLocation } from '@wheelhouse/contract/locations/location-edit.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { call, read } from '../../api/api.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useCanCall } from '../../session/can.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { useUser } from '../../stores/user-store.ts'
import { useCurrentSection } from '../../ui/form/current-section.ts'
import { FormSection } from '../../ui/form/form-parts.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { Link } from '../../ui/details/link.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { NoPermission, Skeleton } from '../../ui/frame/states.tsx'
import { locationControls } from './location-fields.tsx'
import { bornFields, copiedValues, newValues, valuesOf, writableFields, writableGroups } from './location-writing.ts'
import classes from './location-edit.module.css'

const toLocations = () => ({ label: t('Locations'), href: '/locations' })

interface NewLocationFormProps {
  /** The location to begin with. */
  copyOf: string | undefined
  onDone: (location: Location) => void
  onCancel: () => void
}

/** A whole page: a new location from nothing, or from all that another one shares with it. */
export function NewLocationForm({ copyOf, ...ways }: NewLocationFormProps) {
  const may = useCanCall(createLocation)
  if (may) return copyOf === undefined ? <NewForm {...ways} /> : <CopyForm {...ways} id={copyOf} />
  return (
    <Page title={t('New location')} back={toLocations()}>
      <NoPermission action="CREATE" resource="location" way={<Link href="/locations">{t('Go to locations')}</Link>} />
    </Page>
  )
}

type Ways = Pick<NewLocationFormProps, 'onDone' | 'onCancel'>

function CopyForm({ id, ...ways }: Ways & { id: string }) {
  const location = useQuery(read(getLocation, { params: { location_id: id } }))
  return (
    <Loaded
      query={location}
      failed={getLocation.says.failed}
      bones={<Skeleton lines={12} />}
      frame={(state) => (
        <Page title={t('New location')} back={toLocations()}>
          {state}
        </Page>
      )}
    >
      {(from) => <NewForm {...ways} from={from} />}
    </Loaded>
  )
}

function NewForm({ from, onDone, onCancel }: Ways & { from?: Location }) {
  const fields = bornFields(useUser(({ userPermissions }) => userPermissions))
  // Kept: a change of the original meanwhile is none of the copy.
  const [original] = useState(from)
  const title =
    original === undefined
      ? t('New location')
      : t('New location copied from {{code}} {{label}}', { code: original.code, label: original.label })
  return (
    <Page title={title} back={toLocations()}>
      <div className={`${classes.scroller} ${classes.ruled}`}>
        <div className={classes.room}>
          <ContractForm
            route={createLocation}
            defaults={original === undefined ? newValues(fields) : copiedValues(original, fields)}
            saveLabel={t('Create')}
            onDone={onDone}
            onCancel={onCancel}
          >
            <Sections fields={fields} isNew />
          </ContractForm>
        </div>
      </div>
    </Page>
  )
}

interface EditLocationFormProps {
  location: Location
  /** Where it opens. */
  group: LocationGroup
  onClose: () => void
}

/** In place of a location's views: what this person may write of it, beginning at one group. */
export function EditLocationForm({ location, group, onClose }: EditLocationFormProps) {
  const permissions = useUser(({ userPermissions }) => userPermissions)
  const fields = writableFields(permissions, location)
  const params = { location_id: location.id }
  if (fields.length === 0) return <NoPermission action="UPDATE" resource="location" />
  return (
    <div className={classes.scroller}>
      <div className={classes.room}>
        <ContractForm
          route={updateLocation}
          params={params}
          defaults={valuesOf(location, fields)}
          version={location.version}
          fresh={() => call(getLocation, { params })}
          onDone={onClose}
          onCancel={onClose}
        >
          <Sections fields={fields} first={group} />
        </ContractForm>
      </div>
    </div>
  )
}

interface SectionsProps {
  fields: readonly LocationField[]
  isNew?: boolean
  first?: LocationGroup
}

/** One column; from 1280 px on with an index beside it that says where something is wrong or changed. */
function Sections({ fields, isNew = false, first }: SectionsProps) {
  const groups = writableGroups(fields)
  const form = useForm()
  const at = useRef<HTMLDivElement>(null)
  const idOf = (group: LocationGroup): string => partId(form.id, group)
  const { current, choose } = useCurrentSection(groups.map(idOf), first && idOf(first), `.${classes.scroller}`)
  useEffect(() => {
    // Chromium answers with a promise, which React would take for the effect's end.
    at.current?.scrollIntoView()
  }, [])
  const stateOf = (group: LocationGroup): SectionState => {
    const names: readonly string[] = locationGroups[group].fields
    return {
      errors: names.filter((name) => form.errors[name] !== undefined).length,
      isChanged: names.some((name) => form.isChanged(name)),
    }
  }
  return (
    <>
      <nav className={classes.index} aria-label={t('Form sections')}>
        <ol>
          {groups.map((group) => (
            <li key={group}>
              <button
                type="button"
                aria-current={idOf(group) === current ? 'true' : undefined}
                onClick={() => {
                  choose(idOf(group))
                  showPart(idOf(group))
                }}
              >
                {t(locationGroups[group].title)}
                <SectionMark {...stateOf(group)} />
              </button>
            </li>
          ))}
        </ol>
      </nav>
      {groups.map((group) => (
        <div key={group} id={idOf(group)} className={classes.part} ref={group === first ? at : undefined}>
          <FormSection title={t(locationGroups[group].title)}>
            <GroupControls group={group} fields={fields} isNew={isNew} />
          </FormSection>
        </div>
      ))}
    </>
  )
}

interface SectionState {
  errors: number
  isChanged: boolean
}

function SectionMark({ errors, isChanged }: SectionState) {
  if (errors === 0 && !isChanged) return null
  const errorText = errors === 1 ? t('1 error') : t('{{count}} errors', { count: errors })
  return (
    <span className={classes.state} data-of={errors > 0 ? 'wrong' : 'changed'}>
      {errors > 0 ? errorText : t('edited')}
    </span>
  )
}

const partId = (form: string, group: LocationGroup): string => `${form}-part-${group}`

/** Its first field takes the focus, so that the keyboard goes on from there. */
function showPart(id: string): void {
  const part = document.getElementById(id)
  part?.scrollIntoView()
  part?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true })
}

interface GroupControlsProps {
  group: LocationGroup
  fields: readonly LocationField[]
  isNew: boolean
}

const GroupControls = ({ group, fields, isNew }: GroupControlsProps) =>
  locationGroups[group].fields
    .filter((field) => fields.includes(field))
    .map((field) => (
      <Fragment key={field}>{locationControls[field]({ isNew, has: (other) => fields.includes(other) })}</Fragment>
    ))
