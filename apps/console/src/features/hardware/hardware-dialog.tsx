import { SegmentedControl } from '@mantine/core'
import { IconPlugConnected, IconPlugConnectedX, IconReplace } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { assignHardware, removeHardware, swapHardware } from '@wheelhouse/contract/hardware/hardware.ts'
import { useWrite } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { useChangedMeanwhile } from '../../forms/changed-meanwhile.tsx'
import { deviceFieldsShown, freshDevice } from '../devices/device-change-labels.ts'
import { deviceName, deviceWithin } from '../devices/device-labels.ts'
import { hardwareId } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { failureText } from '../../shell/messages.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { DeviceField } from '../devices/device-picker.tsx'
import { StockField } from './stock-field.tsx'
import classes from './hardware.module.css'

interface HardwareDialogProps {
  device: Device
  /** Of the same location, to swap with. */
  devices: readonly Device[]
  onClose: () => void
}

/** One from stock for a dock that has none or whose own died; or two docks change theirs. */
export function HardwareDialog({ device, devices, onClose }: HardwareDialogProps) {
  const [from, setFrom] = useState<'stock' | 'device'>('stock')
  const others = devices.filter(
    (one) =>
      one.id !== device.id &&
      one.type === device.type &&
      !one.delete_pending &&
      (one.hardware_id ?? device.hardware_id) !== null,
  )
  const isSwap = device.hardware_id !== null
  return (
    <Dialog
      opened
      onClose={onClose}
      title={
        isSwap
          ? t('Swap hardware in {{device}}', { device: deviceWithin(device) })
          : t('Assign hardware to {{device}}', { device: deviceWithin(device) })
      }
      icon={isSwap ? IconReplace : IconPlugConnected}
      size={560}
    >
      <div className={classes.dialog}>
        {others.length > 0 && (
          <SegmentedControl
            aria-label={t('Source of the hardware')}
            data={[
              { value: 'stock', label: t('From stock') },
              { value: 'device', label: isSwap ? t('With another device') : t('From another device') },
            ]}
            value={from}
            onChange={setFrom}
          />
        )}
        {from === 'stock' ? (
          <FromStock device={device} onClose={onClose} />
        ) : (
          <WithDevice device={device} others={others} onClose={onClose} />
        )}
      </div>
    </Dialog>
  )
}

const FromStock = ({ device, onClose }: Omit<HardwareDialogProps, 'devices'>) => (
  <ContractForm
    route={assignHardware}
    params={{ device_id: device.id }}
    version={device.version}
    isNew
    fresh={async () => {
      const now = await freshDevice(device)
      return { hardware_id: '', instead_of: now.hardware_id, version: now.version }
    }}
    defaults={{ hardware_id: '', instead_of: device.hardware_id }}
    done={device.hardware_id === null ? undefined : swapHardware.says.done}
    saveLabel={device.hardware_id === null ? t('Assign') : t('Swap')}
    onDone={onClose}
    onCancel={onClose}
  >
    {device.hardware_id !== null && (
      <p className={classes.lead}>
        {t('{{id}} returns to stock.', { id: hardwareId(device.hardware_id) })}{' '}
        {device.session !== null && t('The open session continues on the new hardware.')}
      </p>
    )}
    <StockField name="hardware_id" label={t('Hardware ID')} type={device.type} />
  </ContractForm>
)

const carried = ({ alias, hardware_id }: Device): string =>
  [alias, hardware_id === null ? t('no hardware') : hardwareId(hardware_id)].filter(Boolean).join(', ')

const WithDevice = ({
  device,
  others,
  onClose,
}: {
  device: Device
  others: readonly Device[]
  onClose: () => void
}) => (
  // A new version resets the form, because its choices depend on the hardware that either device has now.
  <ContractForm
    key={device.version}
    route={swapHardware}
    params={{ device_id: device.id }}
    version={device.version}
    isNew
    hasDraft={false}
    defaults={{ with_device_id: null, with_device_version: 0 }}
    saveLabel={t('Swap')}
    onDone={onClose}
    onCancel={onClose}
  >
    <DeviceField
      name="with_device_id"
      label={t('Device')}
      locationId={device.location_id}
      placeholder={t('Number, alias or hardware ID')}
      fits={(one) => others.some(({ id }) => id === one.id)}
      detailOf={carried}
    />
    <Result device={device} others={others} />
  </ContractForm>
)

/** What would be where, before it is. */
function Result({ device, others }: { device: Device; others: readonly Device[] }) {
  const { values, set } = useForm()
  const other = others.find(({ id }) => id === values.with_device_id)
  const shown = other?.version ?? 0
  // Sends the version of the hardware that the dialog shows.
  useEffect(() => {
    if (values.with_device_version !== shown) set({ with_device_version: shown })
  }, [set, shown, values.with_device_version])
  if (other === undefined) return null
  return (
    <div role="status">
      <dl className={classes.result}>
        {[
          { to: device, id: other.hardware_id },
          { to: other, id: device.hardware_id },
        ].map(({ to, id }) => (
          <div key={to.id}>
            <dt>{deviceName(to)}</dt>
            <dd className={id === null ? undefined : 'mono'}>{id === null ? t('no hardware') : hardwareId(id)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** It goes to stock; the device stays, without a voice. */
export function RemoveHardwareDialog({ device, onClose }: Omit<HardwareDialogProps, 'devices'>) {
  const meanwhile = useChangedMeanwhile(device, () => freshDevice(device), deviceFieldsShown)
  const write = useWrite(removeHardware, { isQuiet: true, onDone: onClose })
  const id = device.hardware_id
  return (
    <ConfirmDialog
      opened={id !== null}
      icon={IconPlugConnectedX}
      title={t('Remove the hardware of {{device}}?', { device: deviceWithin(device) })}
      confirmLabel={t('Remove')}
      keepLabel={t('Keep hardware')}
      isDanger
      isBusy={write.isPending}
      error={write.error && failureText(removeHardware.says.failed, write.error)}
      onClose={onClose}
      onConfirm={() =>
        id !== null &&
        write.mutate(
          { params: { device_id: device.id, hardware_id: id }, version: meanwhile.version },
          { onError: meanwhile.onRefused },
        )
      }
    >
      {meanwhile.notice}
      <p>
        {t(
          '{{id}} returns to stock. The device accepts no commands until other hardware is assigned, and the location may count as partly offline.',
          {
            id: hardwareId(id ?? ''),
          },
        )}
      </p>
      {device.session !== null && (
        <p>{t('The dock is in use: the session stays open, and no lock will report its end.')}</p>
      )}
    </ConfirmDialog>
  )
}
