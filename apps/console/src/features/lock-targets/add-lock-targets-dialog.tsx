import { Button, SegmentedControl } from '@mantine/core'
import { IconMapPinPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { isOneOf } from '@wheelhouse/contract/certain.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { lockTypes, TargetFailure } from '@wheelhouse/contract/lock-targets/lock-targets.ts'
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
import classes from './lock-targets.module.css'

type Kind = 'locations' | 'devices'
interface TargetIds {
  location_ids?: string[]
  device_ids?: string[]
}

interface AddLockTargetsDialogProps {
  title: string
  /** What happens at the locks. */
  help: string
  /** Sends what was picked; rejects with the refusals. */
  onAdd: (ids: TargetIds) => Promise<unknown>
  onClose: () => void
  /** What the call says when it fails as a whole. */
  failed: string
}

/** Whole locations, or single docks, lockers and doors of one; each has its own result. */
export function AddLockTargetsDialog({ title, help, ...form }: AddLockTargetsDialogProps) {
  return (
    <Dialog opened onClose={form.onClose} title={title} icon={IconMapPinPlus} size={560}>
      <p className={classes.help}>{help}</p>
      <Form {...form} />
    </Dialog>
  )
}

function Form({ onAdd, onClose, failed }: Omit<AddLockTargetsDialogProps, 'title' | 'help'>) {
  const [of, setOf] = useState<Kind>('locations')
  const [values, setValues] = useState<FormValues>({ location_id: null, location_ids: [], device_ids: [] })
  const [error, setError] = useState<Error | null>(null)
  const [isSending, setSending] = useState(false)
  const form = usePlainForm('lock-targets', values, setValues)
  const name = of === 'locations' ? 'location_ids' : 'device_ids'
  const chosen = listed(values[name])
  const result = error === null ? null : resultOf(error)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (chosen.length === 0 || isSending) return
    setSending(true)
    const refused = await onAdd({ [name]: chosen }).then(
      () => null,
      (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
    )
    if (refused === null) return onClose()
    setSending(false)
    setError(refused)
    const read = resultOf(refused)
    // What was refused stays in the field.
    if (read !== null) setValues({ ...values, [name]: read.failures.map(({ id }) => id) })
  }
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
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
      {error !== null && result === null && (
        <p className={classes.wrong} role="alert">
          {failureText(failed, error)}
        </p>
      )}
      <div className={classes.foot}>
        <Button onClick={onClose} disabled={isSending}>
          {result === null ? t('Cancel') : t('Close')}
        </Button>
        <Button type="submit" variant="filled" loading={isSending} disabled={chosen.length === 0}>
          {chosen.length < 2 ? t('Add') : t('Add {{count}}', { count: chosen.length })}
        </Button>
      </div>
    </form>
  )
}

const hasLock = ({ type }: Device): boolean => isOneOf(lockTypes, type)

interface Result {
  added: number
  failures: { id: string; words: string }[]
}

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

const Outcome = ({ result: { added, failures } }: { result: Result }) => (
  <div className={classes.result} role="status">
    <p>
      {t('{{added}} added, {{failed}} refused; the refused ones stay in the field above', {
        added,
        failed: failures.length,
      })}
    </p>
    <FailureList failures={failures} />
  </div>
)
