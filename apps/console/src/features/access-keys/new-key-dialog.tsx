import { IconKey } from '@tabler/icons-react'
import { addableKeyTypes, addAccessKey } from '@wheelhouse/contract/access-keys/access-keys.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { useUser } from '../../stores/user-store.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { TextField } from '../../ui/form/text-fields.tsx'
import { keyTypeLabels } from './access-key-labels.ts'

interface NewKeyDialogProps {
  userId: string
  userName: string
  onClose: () => void
}

/** A card as it is printed or as a reader shows it, or a PIN that the person chose. */
export function NewKeyDialog({ userId, userName, onClose }: NewKeyDialogProps) {
  const format = useUser(({ userPreferences }) => userPreferences.rfidFormat)
  return (
    <Dialog opened onClose={onClose} title={t('Add a key for {{name}}', { name: userName })} icon={IconKey} size={440}>
      <ContractForm
        route={addAccessKey}
        params={{ user_id: userId }}
        defaults={{ type: 'rfid', key: '', format }}
        saveLabel={t('Add key')}
        hasDraft={false}
        onDone={onClose}
        onCancel={onClose}
      >
        <Fields />
      </ContractForm>
    </Dialog>
  )
}

function Fields() {
  const { values } = useForm()
  const isPin = values.type === 'pin'
  const isDecimal = values.format === 'decimal'
  return (
    <>
      <SelectField
        name="type"
        label={t('Type')}
        options={addableKeyTypes.map((value) => ({ value, label: t(keyTypeLabels[value].word) }))}
      />
      {!isPin && (
        <SelectField
          name="format"
          label={t('Format')}
          options={[
            { value: 'hex', label: t('Hexadecimal'), detail: '04A2B1C9' },
            { value: 'decimal', label: t('Decimal'), detail: '0077771209' },
          ]}
        />
      )}
      <TextField
        name="key"
        label={isPin ? t('PIN') : t('Key')}
        isMono
        isSecret={isPin}
        maxLength={isPin ? 6 : 40}
        help={keyHelp(isPin, isDecimal)}
      />
    </>
  )
}

function keyHelp(isPin: boolean, isDecimal: boolean): string {
  if (isPin) return t('Six different digits. Two digits in a row must not be consecutive, such as 45 or 54.')
  return isDecimal ? t('The number printed on the card.') : t('4, 7 or 10 bytes.')
}
