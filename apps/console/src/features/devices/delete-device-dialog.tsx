import { IconRestore, IconTrash } from '@tabler/icons-react'
import { deleteDevice, keepDevice } from '@wheelhouse/contract/devices/device-edit.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { useWrite } from '../../api/api.ts'
import { useChangedMeanwhile } from '../../forms/changed-meanwhile.tsx'
import { deviceFieldsShown, freshDevice } from './device-change-labels.ts'
import { deviceWithin } from './device-labels.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { failureText } from '../../shell/messages.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import classes from './device-edit.module.css'

interface DeviceQuestionProps {
  device: Device
  onClose: () => void
}

/** Says what becomes of sessions and hardware before it is done. */
export function DeleteDeviceDialog({ device, onClose }: DeviceQuestionProps) {
  const done = device.hardware_id === null ? undefined : t('Delete pending')
  const meanwhile = useChangedMeanwhile(device, () => freshDevice(device), deviceFieldsShown)
  const write = useWrite(deleteDevice, { isQuiet: true, done, onDone: onClose })
  return (
    <ConfirmDialog
      opened
      icon={IconTrash}
      title={t('Delete {{device}} of {{code}}?', { device: deviceWithin(device), code: device.location_code })}
      confirmLabel={t('Delete')}
      keepLabel={t('Keep device')}
      isDanger
      isBusy={write.isPending}
      error={write.error && failureText(deleteDevice.says.failed, write.error)}
      onClose={onClose}
      onConfirm={() =>
        write.mutate({ params: { device_id: device.id }, version: meanwhile.version }, { onError: meanwhile.onRefused })
      }
    >
      <div className={classes.what}>
        {meanwhile.notice}
        <p>
          {device.hardware_id === null
            ? t('The device has no hardware, so it is deleted immediately.')
            : t(
                'The device is shown as delete pending until its hardware confirms. Then the hardware returns to stock. Until then you can keep the device.',
              )}
        </p>
        <p>
          {t(
            'Past sessions and events remain available. The number and the QR code stop working, and the number is never reused.',
          )}
        </p>
      </div>
    </ConfirmDialog>
  )
}

export function KeepDeviceDialog({ device, onClose }: DeviceQuestionProps) {
  const { dateTime } = useFormat()
  const meanwhile = useChangedMeanwhile(device, () => freshDevice(device), deviceFieldsShown)
  const write = useWrite(keepDevice, { isQuiet: true, onDone: onClose })
  return (
    <ConfirmDialog
      opened
      icon={IconRestore}
      title={t('Cancel deletion of {{device}} of {{code}}?', {
        device: deviceWithin(device),
        code: device.location_code,
      })}
      confirmLabel={t('Cancel deletion')}
      keepLabel={t('Keep deletion')}
      isBusy={write.isPending}
      error={write.error && failureText(keepDevice.says.failed, write.error)}
      onClose={onClose}
      onConfirm={() =>
        write.mutate({ params: { device_id: device.id }, version: meanwhile.version }, { onError: meanwhile.onRefused })
      }
    >
      {meanwhile.notice}
      <p>
        {device.delete_by === null
          ? t('Deletion is pending. If you keep the device, it works as before.')
          : t('Deletion is pending, {{time}} at the latest. If you keep the device, it works as before.', {
              time: dateTime(device.delete_by),
            })}
      </p>
    </ConfirmDialog>
  )
}
