import { Button } from '@mantine/core'
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react'
import { editReminderConfigs, ReminderBulkFields } from '@wheelhouse/contract/reminders/reminders.ts'
import type { ReminderConfig } from '@wheelhouse/contract/reminders/reminders.ts'
import { t } from '../../i18n/i18n.ts'
import { BulkForm } from '../../lists/bulk-form.tsx'
import type { BulkDialogProps } from '../../lists/list-bulk.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import type { FormValues } from '../../ui/form/form-state.ts'
import { changedOf, distinct, knownOf, overwritten } from './bulk-overwrites.ts'
import { fieldLabels, reminderControls, reminderFieldNames } from './reminder-fields.tsx'
import type { ReminderField } from './reminder-fields.tsx'
import classes from './reminders.module.css'

/** What is sent: the fields that were opened, and no other. */
const bodyOf = (values: FormValues): FormValues =>
  Object.fromEntries(changedOf(values).map((name) => [name, values[name]]))

const valueOf = (config: ReminderConfig, name: ReminderField): unknown =>
  name === 'location_ids' ? config.locations.map(({ id }) => id) : config[name]

/** Spec section 5: shows which values differ, and says before it overwrites them. */
export function ReminderBulkDialog({ count, ids, rows, ...bulk }: BulkDialogProps) {
  // The rows are those of the list of reminders, which alone offers this dialog.
  const configs = knownOf(ids, rows as readonly ReminderConfig[])
  return (
    <Dialog
      opened
      onClose={bulk.onClose}
      title={count === '1' ? t('Edit 1 reminder') : t('Edit {{count}} reminders', { count })}
      icon={IconPencil}
      size={640}
      isBusy={bulk.isBusy}
    >
      <BulkForm
        {...bulk}
        schema={ReminderBulkFields}
        defaults={{ changed: [], location_ids: [], generate_notification: true }}
        bodyOf={bodyOf}
        check={(values) => (changedOf(values).length === 0 ? { '': t('Choose what to change') } : null)}
        routeOf={() => editReminderConfigs}
        sendLabel={(values) =>
          overwritten(configs, values).length > 0
            ? t('Overwrite in {{count}}', { count })
            : t('Change {{count}}', { count })
        }
      >
        {(values) => (
          <>
            <p className={classes.bulkHelp}>
              {t('Choose the fields to change. The others stay as they are in each reminder.')}
            </p>
            {reminderFieldNames.map((name) => (
              <BulkField key={name} name={name} configs={configs ?? []} isOpen={changedOf(values).includes(name)} />
            ))}
            <Overwrites configs={configs} values={values} />
          </>
        )}
      </BulkForm>
    </Dialog>
  )
}

interface BulkFieldProps {
  name: ReminderField
  configs: readonly ReminderConfig[]
  isOpen: boolean
}

function BulkField({ name, configs, isOpen }: BulkFieldProps) {
  const form = useForm()
  const values = distinct(configs, name)
  const [first] = configs
  const changed = changedOf(form.values)
  const open = (): void => {
    const begin = first !== undefined && values.length === 1 ? { [name]: valueOf(first, name) } : {}
    form.set({ ...begin, changed: [...changed, name] })
  }
  const Control = reminderControls[name]
  if (isOpen)
    return (
      <div className={classes.bulkOpen}>
        <Control />
        <Button
          size="xs"
          variant="subtle"
          aria-label={t('Keep {{field}} as it is', { field: t(fieldLabels[name]) })}
          onClick={() => form.set({ changed: changed.filter((one) => one !== name) })}
        >
          {t('Keep as it is')}
        </Button>
      </div>
    )
  return (
    <div className={classes.bulkLine} role="group" aria-label={t(fieldLabels[name])}>
      <span>{t(fieldLabels[name])}</span>
      <span data-differs={values.length > 1 || undefined}>{summary(values)}</span>
      <Button size="xs" aria-label={t('Change {{field}}', { field: t(fieldLabels[name]) })} onClick={open}>
        {t('Change')}
      </Button>
    </div>
  )
}

function summary(values: readonly string[]): string {
  if (values.length === 0) return '–'
  if (values.length === 1) return values[0] ?? ''
  return t('{{count}} different values: {{values}}', { count: values.length, values: values.slice(0, 3).join(' · ') })
}

function Overwrites({ configs, values }: { configs: readonly ReminderConfig[] | null; values: FormValues }) {
  const names = overwritten(configs, values)
  if (names.length === 0) return null
  const fields = names.map((name) => t(fieldLabels[name])).join(', ')
  return (
    <p className={classes.overwrites} role="status">
      <IconAlertTriangle size={16} aria-hidden />
      {configs === null
        ? t('Saving overwrites the current values in all selected reminders: {{fields}}.', { fields })
        : t('The selected reminders have different values for: {{fields}}. Saving overwrites them.', { fields })}
    </p>
  )
}
