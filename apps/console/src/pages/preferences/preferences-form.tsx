import { SegmentedControl, Select, Switch } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { entriesOf } from '@wheelhouse/contract/certain.ts'
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
      <Row
        label={t('Localized formats')}
        help={t('Dates as {{date}}, numbers as {{number}}, money as {{money}}', {
          date: sample.dateTime(opened.toISOString()),
          number: sample.number(1234567),
          money: sample.money(840, 'EUR'),
        })}
      >
        <Switch
          aria-label={t('Localized formats')}
          checked={localizedFormats}
          onChange={(event) => setPreferences({ localizedFormats: event.currentTarget.checked })}
        />
      </Row>
      <Row label={t('Time zone')} help={t('Local time there: {{time}}', { time: sample.time(opened.toISOString()) })}>
        <Select
          aria-label={t('Time zone')}
          className={classes.select ?? ''}
          data={names}
          value={timezone}
          searchable
          allowDeselect={false}
          limit={100}
          nothingFoundMessage={t('No time zone matches')}
          onChange={(name) => name && setPreferences({ timezone: name })}
        />
      </Row>
      <Choice
        label={t('RFID keys')}
        value={rfidFormat}
        help={t('Written as {{key}}', { key: sample.rfid(sampleKey) })}
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
  const { choice, density } = useAppearance()
  return (
    <>
      <Choice
        label={t('Theme')}
        value={choice}
        choices={{ system: t('System'), dark: t('Dark'), light: t('Light') }}
        onChange={chooseScheme}
      />
      <Choice
        label={t('List density')}
        value={density}
        help={t('Lists you set yourself keep their setting')}
        choices={{ compact: t('Compact'), comfortable: t('Comfortable') }}
        onChange={chooseDensity}
      />
    </>
  )
}

interface RowProps {
  label: string
  help?: string | undefined
  /** The control, which carries the label for screen readers. */
  children: ReactNode
}

/** Label and help at the left, the control at the right. */
const Row = ({ label, help, children }: RowProps) => (
  <div className={classes.row}>
    <div className={classes.words}>
      <div className={classes.label}>{label}</div>
      {help !== undefined && <div className={classes.help}>{help}</div>}
    </div>
    {children}
  </div>
)

interface ChoiceProps<Value extends string> extends Omit<RowProps, 'children'> {
  value: Value
  choices: Record<Value, string>
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, help, value, choices, onChange }: ChoiceProps<Value>) {
  const data = entriesOf(choices).map(([one, words]) => ({ value: one, label: words }))
  return (
    <Row label={label} help={help}>
      <SegmentedControl aria-label={label} value={value} data={data} onChange={onChange} />
    </Row>
  )
}
