import { IconPencil, IconRouter } from '@tabler/icons-react'
import {
  createExternalDevice,
  externalDeviceFields,
  externalDeviceTypes,
  getExternalDevice,
  updateExternalDevice,
} from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { ExternalDevice } from '@wheelhouse/contract/external-devices/external-devices.ts'
import { simProviders } from '@wheelhouse/contract/external-devices/sims.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { FormSection } from '../../ui/form/form-parts.tsx'
import type { FormValues } from '../../ui/form/form-state.ts'
import { PhoneField } from '../../ui/form/phone-field.tsx'
import { RowsField } from '../../ui/form/rows-field.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import { providerLabels, typeLabels } from './external-device-labels.ts'

const empty: FormValues = {
  name: '',
  type: null,
  external_id: '',
  iccid: null,
  msisdn: null,
  sim_provider: 'm2m',
  sms_commands: [],
  links: [],
  comment: '',
  instructions: '',
}

interface NewExternalDeviceDialogProps {
  locationId: string
  onDone: (device: ExternalDevice) => void
  onClose: () => void
}

export const NewExternalDeviceDialog = ({ locationId, onDone, onClose }: NewExternalDeviceDialogProps) => (
  <Dialog opened onClose={onClose} title={t('New external device')} icon={IconRouter} size={640}>
    <ContractForm
      route={createExternalDevice}
      params={{ location_id: locationId }}
      defaults={empty}
      saveLabel={t('Add')}
      onDone={onDone}
      onCancel={onClose}
    >
      <Fields />
    </ContractForm>
  </Dialog>
)

export function EditExternalDeviceDialog({ device, onClose }: { device: ExternalDevice; onClose: () => void }) {
  const params = { location_id: device.location_id, external_device_id: device.id }
  return (
    <Dialog opened onClose={onClose} title={t('Edit {{label}}', { label: device.name })} icon={IconPencil} size={640}>
      <ContractForm
        route={updateExternalDevice}
        params={params}
        defaults={valuesIn(device, externalDeviceFields)}
        version={device.version}
        fresh={() => call(getExternalDevice, { params })}
        onDone={onClose}
        onCancel={onClose}
      >
        <Fields />
      </ContractForm>
    </Dialog>
  )
}

const typeOptions = () =>
  externalDeviceTypes.map((value) => {
    const { word, icon: Icon } = typeLabels[value]
    return { value, label: t(word), glyph: <Icon size={14} aria-hidden /> }
  })
const providerOptions = () =>
  simProviders.map((value) => ({ value, label: t(providerLabels[value].word), detail: t(providerLabels[value].means) }))

const Fields = () => (
  <>
    <TextField name="name" label={t('Name')} maxLength={64} />
    <SelectField name="type" label={t('Type')} options={typeOptions()} />
    <TextField name="external_id" label={t('ID')} maxLength={64} isMono help={t('The serial number on its label.')} />
    <FormSection title={t('SIM')}>
      <SelectField name="sim_provider" label={t('SIM provider')} options={providerOptions()} />
      <TextField
        name="iccid"
        label={t('ICCID')}
        maxLength={32}
        isMono
        help={t('18 to 22 digits, as printed on the card.')}
      />
      <PhoneField name="msisdn" label={t('MSISDN')} />
      <RowsField
        name="sms_commands"
        label={t('SMS commands')}
        help={t('Sent exactly as written.')}
        cells={[
          { name: 'name', label: t('Name'), placeholder: t('Restart'), maxLength: 40 },
          { name: 'payload', label: t('Payload'), maxLength: 160, isMono: true, isMultiline: true },
        ]}
        rowName={t('SMS command')}
        addLabel={t('Add SMS command')}
        most={20}
        // A payload may hold the device's password.
        isSecret
      />
    </FormSection>
    <FormSection title={t('On-site notes')}>
      <TextAreaField name="instructions" label={t('Instructions')} maxLength={4000} minRows={3} />
      <RowsField
        name="links"
        label={t('Links')}
        cells={[
          { name: 'label', label: t('Label'), placeholder: t('Manual'), maxLength: 64 },
          { name: 'url', label: t('URL'), placeholder: 'https://', type: 'url', maxLength: 2000 },
        ]}
        rowName={t('Link')}
        addLabel={t('Add link')}
        most={10}
      />
      <TextAreaField name="comment" label={t('Comment')} maxLength={2000} />
    </FormSection>
  </>
)
