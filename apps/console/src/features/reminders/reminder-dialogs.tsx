import { IconBellPlus, IconFolderPlus, IconPencil } from '@tabler/icons-react'
import {
  createReminderConfig,
  createReminderGroup,
  getReminderConfig,
  getReminderGroup,
  reminderConfigFields,
  reminderGroupFields,
  updateReminderConfig,
  updateReminderGroup,
} from '@wheelhouse/contract/reminders/reminders.ts'
import type { ReminderConfig, ReminderGroup } from '@wheelhouse/contract/reminders/reminders.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import { refOf } from './reminder-addresses.ts'
import { ReminderFields } from './reminder-fields.tsx'

const GroupFields = () => (
  <>
    <TextField name="name" label={t('Name')} maxLength={64} />
    <TextAreaField name="description" label={t('Description')} maxLength={500} />
  </>
)

interface NewGroupProps {
  onDone: (group: ReminderGroup) => void
  onClose: () => void
}

export const NewGroupDialog = ({ onDone, onClose }: NewGroupProps) => (
  <Dialog opened onClose={onClose} title={t('New reminder group')} icon={IconFolderPlus} size={520}>
    <ContractForm
      route={createReminderGroup}
      defaults={{ name: '', description: '' }}
      saveLabel={t('Create')}
      onDone={onDone}
      onCancel={onClose}
    >
      <GroupFields />
    </ContractForm>
  </Dialog>
)

export function EditGroupDialog({ group, onClose }: { group: ReminderGroup; onClose: () => void }) {
  const params = { reminder_group_id: group.id }
  return (
    <Dialog opened onClose={onClose} title={t('Edit {{label}}', { label: group.name })} icon={IconPencil} size={520}>
      <ContractForm
        route={updateReminderGroup}
        params={params}
        defaults={valuesIn(group, reminderGroupFields)}
        version={group.version}
        fresh={() => call(getReminderGroup, { params })}
        onDone={onClose}
        onCancel={onClose}
      >
        <GroupFields />
      </ContractForm>
    </Dialog>
  )
}

/** Disabled at first: a mistake in it notifies nobody until it is switched on. */
const empty = {
  status: 'disabled',
  activation_at: '',
  period: 'daily',
  min_hours: 24,
  subject: '',
  message: '',
  generate_notification: true,
  location_ids: [],
}

interface NewConfigProps {
  groupId: string
  onDone: (config: ReminderConfig) => void
  onClose: () => void
}

export const NewConfigDialog = ({ groupId, onDone, onClose }: NewConfigProps) => (
  <Dialog opened onClose={onClose} title={t('New reminder')} icon={IconBellPlus} size={600}>
    <ContractForm
      route={createReminderConfig}
      params={{ reminder_group_id: groupId }}
      defaults={empty}
      saveLabel={t('Create')}
      onDone={onDone}
      onCancel={onClose}
    >
      <ReminderFields />
    </ContractForm>
  </Dialog>
)

const editable = (config: ReminderConfig) => ({ ...config, location_ids: config.locations.map(({ id }) => id) })

export function EditConfigDialog({ config, onClose }: { config: ReminderConfig; onClose: () => void }) {
  const params = refOf(config)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Edit {{label}}', { label: config.subject })}
      icon={IconPencil}
      size={600}
    >
      <ContractForm
        route={updateReminderConfig}
        params={{ ...params }}
        defaults={valuesIn(editable(config), reminderConfigFields)}
        version={config.version}
        fresh={async () => editable(await call(getReminderConfig, { params }))}
        onDone={onClose}
        onCancel={onClose}
      >
        <ReminderFields />
      </ContractForm>
    </Dialog>
  )
}
