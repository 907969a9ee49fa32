import { SegmentedControl, Select, Switch } from '@mantine/core'
import { useState } from 'react'
import { chooseDensity, chooseScheme, useAppearance } from '../../shell/appearance.ts'
import { formatOf } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { timeZones } from '../../i18n/time-zones.ts'
import { setPreferences, useUser } from '../../stores/user-store.ts'
import classes from './preferences.module.css'

const sampleKey = '00745A70'

/** How times, numbers and keys are written for this person, and how the console looks, in this browser (spec section 3, userPreferences). */
export function PreferencesForm() {
  const preferences = useUser((state) => state.userPreferences)
  const { localizedFormats, rfidFormat, timezone } = preferences
  const [opened] = useState(() => new Date())
  const [names] = useState(() => timeZones(timezone, opened))
  const sample = formatOf(preferences, navigator.language)
  return (
    <div className={classes.form}>
      <Switch
        label={t('Localized formats')}
        description={t('Dates as {{date}}, numbers as {{number}}, money as {{money}}', {
          date: sample.dateTime(opened.toISOString()),
          number: sample.number(1234567),
          money: sample.money(840, 'EUR'),
        })}
        checked={localizedFormats}
        onChange={(event) => setPreferences({ localizedFormats: event.currentTarget.checked })}
      />
      <Select
        label={t('Time zone')}
        description={t('Local time there: {{time}}', { time: sample.time(opened.toISOString()) })}
        data={names}
        value={timezone}
        searchable
        allowDeselect={false}
        limit={100}
        nothingFoundMessage={t('No time zone matches')}
        onChange={(name) => name && setPreferences({ timezone: name })}
      />
      <Choice
        label={t('RFID keys')}
        value={rfidFormat}
        hint={sample.rfid(sampleKey)}
        choices={{ hex: t('Hexadecimal'), decimal: t('Decimal') }}
        onChange={(value) => setPreferences({ rfidFormat: value })}
      />
      <Looks />
      <a className={classes.notices} href="/third-party-notices.txt" target="_blank" rel="noreferrer">
        {t('Licenses of third-party software')}
      </a>
    </div>
  )
}

function Looks() {
  const { scheme, density } = useAppearance()
  return (
    <>
      <Choice
        label={t('Theme')}
        value={scheme}
        choices={{ dark: t('Dark'), light: t('Light') }}
        onChange={chooseScheme}
      />
      <Choice
        label={t('List density')}
        value={density}
        hint={t('Lists you set yourself keep their setting')}
        choices={{ compact: t('Compact'), comfortable: t('Comfortable') }}
        onChange={chooseDensity}
      />
    </>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  choices: Record<Value, string>
  hint?: string
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, choices, hint, onChange }: ChoiceProps<Value>) {
  const data = (Object.entries(choices) as [Value, string][]).map(([one, words]) => ({ value: one, label: words }))
  return (
    <div className={classes.choice}>
      <div>
        <div className={classes.label}>{label}</div>
        {hint !== undefined && <div className={classes.hint}>{hint}</div>}
      </div>
      <SegmentedControl aria-label={label} value={value} data={data} onChange={(one) => onChange(one as Value)} />
    </div>
  )
}
