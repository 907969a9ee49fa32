import { useQuery } from '@tanstack/react-query'
import { IconPencil } from '@tabler/icons-react'
import { lastComments } from '@wheelhouse/contract/commands/commands.ts'
import { updateDevice } from '@wheelhouse/contract/devices/device-edit.ts'
import { getDevice } from '@wheelhouse/contract/devices/devices.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { call, read } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { deviceName } from './device-labels.ts'
import { t } from '../../i18n/i18n.ts'
import { CommentChips } from '../../ui/dialogs/comment-chips.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import classes from './device-edit.module.css'

interface EditDeviceDialogProps {
  device: Device
  onClose: () => void
}

/** What a device is called besides its number, and what is to be known of it. */
export function EditDeviceDialog({ device, onClose }: EditDeviceDialogProps) {
  const params = { device_id: device.id }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('{{device}} of {{code}}', { device: deviceName(device), code: device.location_code })}
      icon={IconPencil}
    >
      <ContractForm
        route={updateDevice}
        params={params}
        defaults={{ alias: device.alias, comment: device.comment }}
        version={device.version}
        fresh={() => call(getDevice, { params })}
        onDone={onClose}
        onCancel={onClose}
      >
        <TextField
          name="alias"
          label={t('Alias')}
          maxLength={64}
          help={t('Search finds it like the code. Unique within the location.')}
        />
        <TextAreaField name="comment" label={t('Comment')} maxLength={500} />
        <LastComments />
      </ContractForm>
    </Dialog>
  )
}

/** One tap instead of a keyboard in gloves. */
function LastComments() {
  const { set } = useForm()
  const { data = [] } = useQuery(read(lastComments))
  return (
    <div className={classes.chips}>
      <CommentChips comments={data} onPick={(comment) => set({ comment })} />
    </div>
  )
}
