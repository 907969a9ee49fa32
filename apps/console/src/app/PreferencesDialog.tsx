import { Button, Modal, SegmentedControl, Select, Switch } from '@mantine/core'
import { useState } from 'react'
import { formatOf } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { setPreferences, useUser } from '../lib/user-store.ts'
import classes from './preferences.module.css'

const timezones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]
const sampleKey = '00745A70'

/** How times, numbers and keys are written for this person, in this browser (spec section 3, userPreferences). */
export function PreferencesDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const preferences = useUser((state) => state.userPreferences)
  const { localizedFormats, rfidFormat, timezone } = preferences
  const [opened] = useState(() => new Date().toISOString())
  const sample = formatOf(preferences, navigator.language)
  return (
    <Modal opened={isOpen} onClose={onClose} size={420} attributes={{ content: { 'aria-label': t('Preferences') } }}>
      <div className={classes.form}>
        <h2>{t('Preferences')}</h2>
        <Switch
          label={t('Localized formats')}
          description={t('Dates as {{date}}, numbers as {{number}}', { date: sample.dateTime(opened), number: sample.number(1234567) })}
          checked={localizedFormats}
          onChange={(event) => setPreferences({ localizedFormats: event.currentTarget.checked })}
        />
        <div>
          <div className={classes.label}>{t('RFID keys')}</div>
          <SegmentedControl
            aria-label={t('RFID keys')}
            value={rfidFormat}
            onChange={(value) => setPreferences({ rfidFormat: value === 'decimal' ? 'decimal' : 'hex' })}
            data={[
              { value: 'hex', label: t('Hexadecimal') },
              { value: 'decimal', label: t('Decimal') },
            ]}
          />
          <div className={classes.label}>{sample.rfid(sampleKey)}</div>
        </div>
        <Select
          label={t('Time zone')}
          data={timezones()}
          value={timezone}
          searchable
          allowDeselect={false}
          limit={200}
          onChange={(name) => name && setPreferences({ timezone: name })}
        />
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </Modal>
  )
}
