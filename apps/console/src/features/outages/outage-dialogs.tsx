import { IconBellOff, IconEye, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listAssignees } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { acknowledgeOutage, assignOutage, MuteLength, muteOutage } from '@wheelhouse/contract/outages/outages.ts'
import type { Outage } from '@wheelhouse/contract/outages/outages.ts'
import { read } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { SearchPicker } from '../../ui/form/search-picker.tsx'
import { TextAreaField } from '../../ui/form/text-fields.tsx'
import { refOf } from './outage-address.ts'
import { outageName } from './outage-labels.ts'

interface OutageDialogProps {
  outage: Outage
  onClose: () => void
}

const noteAtMost = 500
const nameOf = (outage: Outage): string => `${outage.location_label}, ${outageName(outage)}`

export const AcknowledgeDialog = ({ outage, onClose }: OutageDialogProps) => (
  <Dialog opened onClose={onClose} title={t('Acknowledge {{outage}}', { outage: nameOf(outage) })} icon={IconEye}>
    <ContractForm
      route={acknowledgeOutage}
      params={{ ...refOf(outage) }}
      version={outage.version}
      defaults={{ note: '' }}
      saveLabel={t('Acknowledge')}
      isNew
      hasDraft={false}
      onDone={onClose}
      onCancel={onClose}
    >
      <TextAreaField
        name="note"
        label={t('Note')}
        maxLength={noteAtMost}
        help={t('What you know about the outage. Everyone who sees the location can read it.')}
      />
    </ContractForm>
  </Dialog>
)

export const AssignDialog = ({ outage, onClose }: OutageDialogProps) => (
  <Dialog opened onClose={onClose} title={t('Assign {{outage}}', { outage: nameOf(outage) })} icon={IconUser}>
    <ContractForm
      route={assignOutage}
      params={{ ...refOf(outage) }}
      version={outage.version}
      defaults={{ assignee_id: outage.assignee_id, note: '' }}
      saveLabel={t('Assign')}
      isNew
      hasDraft={false}
      onDone={onClose}
      onCancel={onClose}
    >
      <AssigneeField outage={outage} />
      <TextAreaField name="note" label={t('Note')} maxLength={noteAtMost} />
    </ContractForm>
  </Dialog>
)

/** People who may work at the location, as for an entry of its maintenance log. */
function AssigneeField({ outage: { location_id, assignee_id, assignee_name } }: { outage: Outage }) {
  const [q, setQ] = useState('')
  const value = useForm().values.assignee_id
  const { data = [], isLoading } = useQuery(
    read(listAssignees, { params: { location_id }, query: q === '' ? {} : { q } }, { isQuiet: true }),
  )
  const found = data.map(({ id, name, organization_name }) => ({
    value: id,
    label: name,
    detail: organization_name ?? undefined,
  }))
  const present =
    assignee_id !== null && value === assignee_id ? [{ value: assignee_id, label: assignee_name ?? '' }] : []
  return (
    <SearchPicker
      name="assignee_id"
      label={t('Assignee')}
      placeholder={t('Name')}
      help={t('Leave empty for no assignee.')}
      found={found}
      chosen={present}
      isLoading={isLoading}
      onSearch={setQ}
    />
  )
}

const lengthLabels: Record<MuteLength, string> = {
  shift: '4 hours',
  day: '1 day',
  three_days: '3 days',
  week: '1 week',
  month: '30 days',
}

export const MuteDialog = ({ outage, onClose }: OutageDialogProps) => (
  <Dialog opened onClose={onClose} title={t('Mute {{outage}}', { outage: nameOf(outage) })} icon={IconBellOff}>
    <ContractForm
      route={muteOutage}
      params={{ ...refOf(outage) }}
      version={outage.version}
      defaults={{ length: 'day', note: '' }}
      saveLabel={t('Mute')}
      isNew
      hasDraft={false}
      onDone={onClose}
      onCancel={onClose}
    >
      <p>
        {t(
          'During that time no reminders or notifications are sent for this outage and the overview does not list it. The outage itself continues.',
        )}
      </p>
      <SelectField
        name="length"
        label={t('Mute for')}
        options={MuteLength.options.map((value) => ({ value, label: t(lengthLabels[value]) }))}
      />
      <TextAreaField
        name="note"
        label={t('Note')}
        maxLength={noteAtMost}
        help={t('Why the outage is expected and how long it will last.')}
      />
    </ContractForm>
  </Dialog>
)
