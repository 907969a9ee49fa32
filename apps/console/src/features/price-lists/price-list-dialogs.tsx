import { Select } from '@mantine/core'
import { IconCalendarOff, IconPencil, IconReceipt, IconVersions } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import { priceListsOf } from '@wheelhouse/contract/price-lists/price-lists.ts'
import type { PriceList, PriceListDetails, PriceVersion } from '@wheelhouse/contract/price-lists/price-lists.ts'
import { call, read } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { MomentField } from '../../ui/form/moment-field.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useLocationsFound } from '../locations/location-choices.ts'
import { priceListParams, targetParams } from './price-list-path.ts'
import { emptyTerms, TermsFields, termsIn } from './price-list-fields.tsx'
import classes from './price-lists.module.css'

interface NewPriceListDialogProps {
  /** Its prices are where the form starts. */
  from: PriceList | null
  onDone: (list: PriceListDetails) => void
  onClose: () => void
}

/** First the location, on which the right is asked, then the prices. */
export function NewPriceListDialog({ from, onDone, onClose }: NewPriceListDialogProps) {
  const [locationId, setLocationId] = useState<string | null>(null)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={from ? t('Copy {{name}}', { name: from.name }) : t('New price list')}
      icon={IconReceipt}
      size={560}
    >
      <LocationSelect value={locationId} onChoose={setLocationId} />
      {locationId !== null && (
        <NewListForm key={locationId} locationId={locationId} from={from} onDone={onDone} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface LocationSelectProps {
  value: string | null
  onChoose: (id: string | null) => void
}

function LocationSelect({ value, onChoose }: LocationSelectProps) {
  const locations = useLocationsFound(value === null ? [] : [value])
  const options = [...(locations?.found ?? []), ...(locations?.chosen ?? [])]
  return (
    <Select
      className={classes.target}
      label={t('Location')}
      placeholder={t('Code, name or address')}
      description={
        locations === null
          ? t('You have no permission to see locations')
          : t('A location has one price list at a time.')
      }
      data={options.map(({ value: id, label }) => ({ value: id, label }))}
      filter={({ options: found }) => found}
      searchable
      disabled={locations === null}
      value={value}
      onChange={onChoose}
      onSearchChange={(text) => locations?.onSearch(text)}
      nothingFoundMessage={t('Nothing matches')}
    />
  )
}

interface NewListFormProps extends NewPriceListDialogProps {
  locationId: string
}

function NewListForm({ locationId, from, onDone, onClose }: NewListFormProps) {
  const location = useQuery(read(getLocation, { params: { location_id: locationId } }))
  if (!location.data) return null
  return (
    <ContractForm
      route={priceListsOf.location.create}
      params={targetParams('location', locationId)}
      defaults={{ name: from?.name ?? '', ...(from ? termsIn(from) : emptyTerms) }}
      saveLabel={t('Create')}
      onDone={onDone}
      onCancel={onClose}
    >
      <TextField name="name" label={t('Name')} maxLength={64} />
      <TermsFields timeZone={location.data.time_zone} />
    </ContractForm>
  )
}

interface ListDialogProps {
  list: PriceListDetails
  onClose: () => void
}

const common = (list: PriceListDetails, onClose: () => void) => {
  const routes = priceListsOf[list.target_type]
  const params = priceListParams(list)
  return {
    routes,
    form: {
      params,
      version: list.version,
      fresh: () => call(routes.get, { params }),
      onDone: onClose,
      onCancel: onClose,
    },
  }
}

export function RenameDialog({ list, onClose }: ListDialogProps) {
  const { routes, form } = common(list, onClose)
  return (
    <Dialog opened onClose={onClose} title={t('Rename {{name}}', { name: list.name })} icon={IconPencil} size={440}>
      <ContractForm {...form} route={routes.rename} defaults={{ name: list.name }}>
        <TextField name="name" label={t('Name')} maxLength={64} />
      </ContractForm>
    </Dialog>
  )
}

export function EndDialog({ list, onClose }: ListDialogProps) {
  const { routes, form } = common(list, onClose)
  return (
    <Dialog opened onClose={onClose} title={t('End {{name}}', { name: list.name })} icon={IconCalendarOff} size={480}>
      <p className={classes.note}>
        {t(
          'Sessions that have begun keep their prices. Sessions that begin after the end are free until another price list is in force.',
        )}
      </p>
      <ContractForm
        {...form}
        route={routes.end}
        defaults={{ ends_at: list.ends_at }}
        isNew
        saveLabel={t('End price list')}
        cancelLabel={t('Keep price list')}
      >
        <MomentField
          name="ends_at"
          label={t('Ends')}
          timeZone={list.time_zone}
          help={t('In {{zone}}. Leave empty to end it immediately.', { zone: list.time_zone })}
        />
      </ContractForm>
    </Dialog>
  )
}

/** A new version starts with the prices of the newest; one that has not begun is changed in place. */
export function VersionDialog({ list, version, onClose }: ListDialogProps & { version: PriceVersion | null }) {
  const { routes, form } = common(list, onClose)
  const [newest] = list.all_versions
  const number = (newest?.number ?? 0) + 1
  const title = version
    ? t('Edit version {{number}}', { number: version.number })
    : t('New version of {{name}}', { name: list.name })
  return (
    <Dialog opened onClose={onClose} title={title} icon={IconVersions} size={560}>
      {version ? (
        <ContractForm
          {...form}
          route={routes.updateVersion}
          params={{ ...form.params, [`${list.target_type}_price_version_id`]: version.id }}
          defaults={{ ...termsIn(version), valid_from: version.valid_from }}
        >
          <TermsFields timeZone={list.time_zone} />
        </ContractForm>
      ) : (
        <ContractForm
          {...form}
          route={routes.addVersion}
          defaults={newest ? termsIn(newest) : emptyTerms}
          isNew
          saveLabel={t('Create version {{number}}', { number })}
        >
          <TermsFields timeZone={list.time_zone} />
        </ContractForm>
      )}
    </Dialog>
  )
}
