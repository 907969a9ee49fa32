import { IconMapPinPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { addAllowlistTargets, lockTypes } from '@wheelhouse/contract/allowlists/allowlist-targets.ts'
import type { Allowlist } from '@wheelhouse/contract/allowlists/allowlists.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { SegmentedControl } from '@mantine/core'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FormProvider } from '../../ui/form/form-state.ts'
import type { FormValues } from '../../ui/form/form-state.ts'
import { DeviceField } from '../devices/device-picker.tsx'
import { LocationField } from '../locations/location-picker.tsx'
import classes from './allowlists.module.css'
import { usePlainForm } from '../../forms/plain-form.ts'

/** Whole locations, or single docks, lockers and doors of one. */
export function AddTargetsDialog({ list, onClose }: { list: Allowlist; onClose: () => void }) {
  const [of, setOf] = useState<'locations' | 'devices'>('locations')
  const [values, setValues] = useState<FormValues>({ location_id: null })
  const place = usePlainForm('allowlist-place', values, setValues)
  const locationId = typeof values.location_id === 'string' ? values.location_id : ''
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Add targets to {{name}}', { name: list.name })}
      icon={IconMapPinPlus}
      size={560}
    >
      <p className={classes.help}>
        {list.status === 'active'
          ? t('The allowlist is active: as soon as a lock has it, the lock opens only for the users and keys on it.')
          : t('The allowlist is not enabled: nothing changes at the locks until it is switched on.')}
      </p>
      <SegmentedControl
        aria-label={t('Targets')}
        data={[
          { value: 'locations', label: t('Whole locations') },
          { value: 'devices', label: t('Single devices') },
        ]}
        value={of}
        onChange={(value) => setOf(value === 'devices' ? value : 'locations')}
        mb={12}
      />
      {of === 'devices' && (
        <FormProvider value={place}>
          <LocationField name="location_id" label={t('Location')} />
        </FormProvider>
      )}
      <ContractForm
        key={`${of} ${locationId}`}
        route={addAllowlistTargets}
        params={{ allowlist_id: list.id }}
        defaults={{ location_ids: [], device_ids: [] }}
        saveLabel={t('Add targets')}
        onDone={onClose}
        onCancel={onClose}
        hasDraft={false}
      >
        {of === 'locations' ? (
          <LocationField name="location_ids" label={t('Locations')} isMany />
        ) : (
          <DeviceField name="device_ids" label={t('Devices')} locationId={locationId} isMany fits={hasLock} />
        )}
      </ContractForm>
    </Dialog>
  )
}

const hasLock = ({ type }: Device): boolean => (lockTypes as readonly string[]).includes(type)
