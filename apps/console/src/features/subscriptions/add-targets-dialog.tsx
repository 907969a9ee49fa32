import { Button, SegmentedControl } from '@mantine/core'
import { IconMapPinPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { lockTypes } from '@wheelhouse/contract/allowlists/allowlist-targets.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { addSubscriptionTargets, TargetFailure } from '@wheelhouse/contract/subscriptions/subscription-targets.ts'
import type { Subscription } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { useWrite } from '../../api/api.ts'
import { usePlainForm } from '../../forms/plain-form.ts'
import { ApiError } from '../../http/api-error.ts'
import { t } from '../../i18n/i18n.ts'
import { failureText } from '../../shell/messages.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FailureList } from '../../ui/dialogs/failure-list.tsx'
import { listed } from '../../ui/form/choice-fields.tsx'
import { FormProvider } from '../../ui/form/form-state.ts'
import type { FormValues } from '../../ui/form/form-state.ts'
import { DeviceField } from '../devices/device-picker.tsx'
import { LocationField } from '../locations/location-picker.tsx'
import classes from './subscriptions.module.css'

type Kind = 'locations' | 'devices'

interface Failed {
  id: string
  words: string
}
interface Result {
  added: number
  failures: Failed[]
}

const hasLock = ({ type }: Device): boolean => (lockTypes as readonly string[]).includes(type)

/** What became of each target, or null where the whole call was refused. */
function resultOf(error: Error): Result | null {
  if (!(error instanceof ApiError) || error.result === null || !('batch' in error.result)) return null
  const { error_results: items, results } = error.result.batch
  const failures = items.flatMap((item) => {
    const failure = TargetFailure.safeParse(item)
    return failure.success ? [{ id: failure.data.target_id, words: failure.data.error_message }] : []
  })
  return { added: Array.isArray(results) ? results.length : 0, failures }
}

interface AddTargetsDialogProps {
  row: Subscription
  onClose: () => void
}

/** Whole locations, or single docks, lockers and doors of one; each has its own result. */
export function AddTargetsDialog({ row, onClose }: AddTargetsDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Add locations or devices to {{name}}', { name: row.name })}
      icon={IconMapPinPlus}
      size={560}
    >
      <p className={classes.help}>{helpOf(row)}</p>
      <Form row={row} onClose={onClose} />
    </Dialog>
  )
}

function helpOf({ status, is_exclusive }: Subscription): string {
  if (!is_exclusive) return t('The locks stay open to everybody; subscribers park there free of charge.')
  return status === 'active'
    ? t('It is switched on: within seconds these locks open for subscribers and allowlists only.')
    : t('It is switched off: nothing changes at the locks until it is switched on.')
}

function Form({ row, onClose }: AddTargetsDialogProps) {
  const [of, setOf] = useState<Kind>('locations')
  const [values, setValues] = useState<FormValues>({ location_id: null, location_ids: [], device_ids: [] })
  const [result, setResult] = useState<Result | null>(null)
  const form = usePlainForm('subscription-targets', values, setValues)
  const write = useWrite(addSubscriptionTargets, { isQuiet: true })
  const name = of === 'locations' ? 'location_ids' : 'device_ids'
  const chosen = listed(values[name])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (chosen.length === 0 || write.isPending) return
    write.mutate(
      { params: { subscription_id: row.id }, body: { [name]: chosen } },
      {
        onSuccess: onClose,
        onError: (error) => {
          const read = resultOf(error)
          setResult(read)
          // What was refused stays in the field.
          if (read !== null) setValues({ ...values, [name]: read.failures.map(({ id }) => id) })
        },
      },
    )
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <SegmentedControl
        aria-label={t('Locations or devices')}
        data={[
          { value: 'locations', label: t('Whole locations') },
          { value: 'devices', label: t('Single devices') },
        ]}
        value={of}
        onChange={(value) => setOf(value === 'devices' ? value : 'locations')}
      />
      <FormProvider value={form}>
        {of === 'locations' ? (
          <LocationField name="location_ids" label={t('Locations')} isMany />
        ) : (
          <>
            <LocationField name="location_id" label={t('Location')} />
            <DeviceField
              name="device_ids"
              label={t('Devices')}
              locationId={typeof values.location_id === 'string' ? values.location_id : ''}
              isMany
              fits={hasLock}
            />
          </>
        )}
      </FormProvider>
      {result !== null && <Outcome result={result} />}
      {write.error !== null && result === null && (
        <p className={classes.wrong} role="alert">
          {failureText(addSubscriptionTargets.says.failed, write.error)}
        </p>
      )}
      <div className={classes.foot}>
        <Button onClick={onClose} disabled={write.isPending}>
          {result === null ? t('Cancel') : t('Close')}
        </Button>
        <Button type="submit" variant="filled" loading={write.isPending} disabled={chosen.length === 0}>
          {chosen.length < 2 ? t('Add') : t('Add {{count}}', { count: chosen.length })}
        </Button>
      </div>
    </form>
  )
}

const Outcome = ({ result: { added, failures } }: { result: Result }) => (
  <div className={classes.result} role="status">
    <p>{t('{{added}} added, {{failed}} refused; those stay in the field above', { added, failed: failures.length })}</p>
    <FailureList failures={failures} />
  </div>
)
