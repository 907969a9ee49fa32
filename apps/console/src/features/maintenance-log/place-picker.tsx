import { TextInput } from '@mantine/core'
import { IconMapPin, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { NoPermission, Skeleton } from '../../ui/frame/states.tsx'
import { useLocationsFound } from '../locations/location-choices.ts'
import classes from './maintenance-log.module.css'

/** The first step of a new entry: rows that a gloved finger hits. */
export function PlacePicker({ onPick }: { onPick: (locationId: string) => void }) {
  const [text, setText] = useState('')
  const locations = useLocationsFound([])
  if (locations === null) return <NoPermission action="GET" resource="location" />
  return (
    <div className={classes.places}>
      <TextInput
        data-autofocus
        aria-label={t('Location')}
        placeholder={t('Code, name or address')}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          locations.onSearch(event.currentTarget.value)
        }}
      />
      {locations.found.length === 0 && locations.isLoading && <Skeleton lines={5} />}
      {locations.found.length === 0 && !locations.isLoading && <p role="status">{t('No location matches')}</p>}
      <ul aria-label={t('Locations')}>
        {locations.found.map(({ value, label, detail }) => (
          <li key={value}>
            <button type="button" onClick={() => onPick(value)}>
              <IconMapPin size={15} aria-hidden />
              <strong>{label}</strong>
              <span>{detail}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
