import { Button } from '@mantine/core'
import { IconClockExclamation, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { getOverstayRules, updateOverstayRules } from '@wheelhouse/contract/overstays/overstay-rules.ts'
import type { OverstayRules, RulesOfRegion } from '@wheelhouse/contract/overstays/overstay-rules.ts'
import { currencyCodes } from '@wheelhouse/contract/currencies.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { MoneyField } from '../../ui/form/money-field.tsx'
import { NumberField, SwitchField } from '../../ui/form/text-fields.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import classes from './overstays.module.css'

/** The steps and waiting times of a region, in the panel of the region. */
export function OverstayRulesSection({ regionId }: { regionId: string }) {
  const params = { region_id: regionId }
  const may = useCanCall(updateOverstayRules)
  const rules = useLive(getOverstayRules, { params }, { isQuiet: true })
  const [isEdited, setEdited] = useState(false)
  return (
    <section className={`${classes.part} ${classes.rules}`}>
      <h3>{t('Overstays')}</h3>
      <Loaded query={rules} failed={getOverstayRules.says.failed} bones={<Skeleton lines={4} />}>
        {(found) => <Rules rules={found} />}
      </Loaded>
      {rules.data && may && (
        <Button leftSection={<IconPencil size={15} aria-hidden />} onClick={() => setEdited(true)}>
          {t('Edit overstay rules')}
        </Button>
      )}
      {rules.data && isEdited && <RulesDialog rules={rules.data} onClose={() => setEdited(false)} />}
    </section>
  )
}

function Rules({ rules }: { rules: OverstayRules }) {
  const { money } = useFormat()
  const after = (hours: number | null): string =>
    hours === null ? t('Skipped') : t('{{count}} h later', { count: hours })
  const { is_enabled, reminder_after_h, fee_minor, currency } = rules
  const fee = fee_minor === null || currency === null ? '' : `${money(fee_minor, currency)}, `
  return (
    <KeyValueGrid
      items={[
        { label: t('Steps'), value: is_enabled ? t('Switched on') : t('Switched off') },
        {
          label: t('Reminder'),
          value: reminder_after_h === 0 ? t('When the limit is passed') : after(reminder_after_h),
        },
        { label: t('Notice'), value: after(rules.notice_after_h) },
        {
          label: t('Fee'),
          value:
            rules.fee_after_h === null
              ? t('Skipped')
              : `${fee}${after(rules.fee_after_h)}, ${t('{{count}} h to object', { count: rules.objection_h })}`,
        },
        { label: t('Removal'), value: after(rules.removal_after_h) },
        {
          label: t('Storage'),
          value: rules.storage_days === 1 ? t('1 day') : t('{{count}} days', { count: rules.storage_days }),
        },
      ]}
    />
  )
}

const fields = [
  ...(['is_enabled', 'reminder_after_h', 'notice_after_h', 'fee_after_h', 'fee_minor', 'currency'] as const),
  ...(['objection_h', 'removal_after_h', 'storage_days', 'hold_minutes'] as const),
] as const

function RulesDialog({ rules, onClose }: { rules: RulesOfRegion; onClose: () => void }) {
  const params = { region_id: rules.region_id }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Overstays in {{name}}', { name: rules.region_name })}
      icon={IconClockExclamation}
    >
      <ContractForm
        route={updateOverstayRules}
        params={params}
        defaults={{ ...valuesIn(rules, fields), currency: rules.currency ?? 'EUR' }}
        version={rules.version}
        fresh={() => call(getOverstayRules, { params })}
        onDone={onClose}
        onCancel={onClose}
      >
        <SwitchField name="is_enabled" label={t('Steps')} sentence={t('Take these steps in this region')} />
        <HoursField name="reminder_after_h" label={t('Reminder after the limit')} />
        <HoursField
          name="notice_after_h"
          label={t('Notice after the reminder')}
          help={t('A fee and a removal need a notice.')}
        />
        <HoursField name="fee_after_h" label={t('Fee after the notice')} />
        <MoneyField names={['fee_minor', 'currency']} label={t('Fee')} currencies={currencyCodes} />
        <HoursField name="objection_h" label={t('Time to object')} help={null} />
        <HoursField name="removal_after_h" label={t('Removal after the fee')} />
        <NumberField name="storage_days" label={t('Storage of a removed bike')} unit={t('days')} min={0} max={3650} />
        <NumberField
          name="hold_minutes"
          label={t('Time to stop a message')}
          unit={t('minutes')}
          min={0}
          max={1440}
          help={t('How long a reminder or a notice can still be undone.')}
        />
      </ContractForm>
    </Dialog>
  )
}

const aYearOfHours = 8760

/** A waiting time; one that may be empty says what that means. */
const HoursField = ({
  name,
  label,
  help = t('Leave empty to skip this step.'),
}: {
  name: string
  label: string
  help?: string | null
}) => (
  <NumberField
    name={name}
    label={label}
    unit={t('hours')}
    min={0}
    max={aYearOfHours}
    {...(help === null ? {} : { help })}
  />
)
