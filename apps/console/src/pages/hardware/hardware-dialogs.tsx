import { IconBattery2, IconPencil } from '@tabler/icons-react'
import { getHardwareDetails, updateHardwareComment } from '@wheelhouse/contract/hardware/hardware-details.ts'
import type { HardwareDetails } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { setLowVoltageThreshold } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { call } from '../../api/api.ts'
import { lowVoltageFault } from '../../features/hardware-config/parameter-words.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { NumberField, TextAreaField } from '../../ui/form/text-fields.tsx'

interface HardwareDialogProps {
  hardware: HardwareDetails
  onClose: () => void
}

export function CommentDialog({ hardware, onClose }: HardwareDialogProps) {
  const params = { hardware_id: hardware.id }
  return (
    <Dialog opened onClose={onClose} title={t('Comment of this hardware')} icon={IconPencil}>
      <ContractForm
        route={updateHardwareComment}
        params={params}
        defaults={{ comment: hardware.comment }}
        version={hardware.version}
        fresh={() => call(getHardwareDetails, { params })}
        onDone={onClose}
        onCancel={onClose}
      >
        <TextAreaField name="comment" label={t('Comment')} maxLength={500} help={t('Leave empty to remove it.')} />
      </ContractForm>
    </Dialog>
  )
}

/** It is a parameter of the hardware: sent to it, then read back. */
export const ThresholdDialog = ({ hardware, onClose }: HardwareDialogProps) => (
  <Dialog opened onClose={onClose} title={t('Low voltage threshold')} icon={IconBattery2}>
    <ContractForm
      route={setLowVoltageThreshold}
      defaults={{ hardware_id: hardware.id, low_voltage_mv: hardware.low_voltage_mv ?? null }}
      isNew
      hasDraft={false}
      saveLabel={t('Send')}
      onDone={onClose}
      onCancel={onClose}
    >
      <NumberField
        name="low_voltage_mv"
        label={t('Threshold')}
        unit="V"
        decimals={3}
        per={1_000}
        check={lowVoltageFault}
        help={
          hardware.low_voltage_mv === undefined
            ? t('0 disables the alarm; otherwise 3 to 60 V. You have no permission to see the current value.')
            : t('0 disables the alarm; otherwise 3 to 60 V.')
        }
      />
    </ContractForm>
  </Dialog>
)
