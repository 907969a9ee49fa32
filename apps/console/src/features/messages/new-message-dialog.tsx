import { IconMessagePlus } from '@tabler/icons-react'
import { sendMessage } from '@wheelhouse/contract/messages/messages.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-fields.tsx'

interface NewMessageDialogProps {
  userId: string
  userName: string
  /** With the id of the message, whose notification is still on its way. */
  onSent: (id: string) => void
  onClose: () => void
}

export const NewMessageDialog = ({ userId, userName, onSent, onClose }: NewMessageDialogProps) => (
  <Dialog
    opened
    onClose={onClose}
    title={t('New message to {{name}}', { name: userName })}
    icon={IconMessagePlus}
    size={520}
  >
    <ContractForm
      route={sendMessage}
      params={{ user_id: userId }}
      defaults={{ text: '', link: '' }}
      saveLabel={t('Send')}
      onDone={({ id }) => {
        onSent(id)
        onClose()
      }}
      onCancel={onClose}
    >
      <TextAreaField
        name="text"
        label={t('Message')}
        maxLength={1000}
        help={t('At least 10 characters. Links must start with https://.')}
      />
      <TextField
        name="link"
        label={t('Link')}
        type="url"
        placeholder="https://"
        maxLength={500}
        help={t('Opened from the message in the app. Leave empty for no link.')}
      />
    </ContractForm>
  </Dialog>
)
