import { IconBuildingPlus, IconPencil } from '@tabler/icons-react'
import {
  createOrganization,
  getOrganization,
  organizationFields,
  OrganizationTag,
  updateOrganization,
  organizationTagsAtMost,
} from '@wheelhouse/contract/organizations/organization-details.ts'
import type { Organization } from '@wheelhouse/contract/organizations/organization-details.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import type { FormValues } from '../../ui/form/form-state.ts'
import { PhoneField } from '../../ui/form/phone-field.tsx'
import { TagsField } from '../../ui/form/tags-field.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-fields.tsx'

const empty: FormValues = { name: '', phone: '', email: '', link: '', tags: [], comment: '' }

interface NewOrganizationDialogProps {
  onDone: (organization: Organization) => void
  onClose: () => void
}

export function NewOrganizationDialog({ onDone, onClose }: NewOrganizationDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={t('New organization')} icon={IconBuildingPlus} size={600}>
      <ContractForm
        route={createOrganization}
        defaults={empty}
        saveLabel={t('Create')}
        onDone={onDone}
        onCancel={onClose}
      >
        <Fields />
      </ContractForm>
    </Dialog>
  )
}

interface EditOrganizationDialogProps {
  organization: Organization
  onClose: () => void
}

export function EditOrganizationDialog({ organization, onClose }: EditOrganizationDialogProps) {
  const params = { organization_id: organization.id }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Edit {{label}}', { label: organization.name })}
      icon={IconPencil}
      size={600}
    >
      <ContractForm
        route={updateOrganization}
        params={params}
        defaults={valuesIn(organization, organizationFields)}
        version={organization.version}
        fresh={() => call(getOrganization, { params })}
        onDone={onClose}
        onCancel={onClose}
      >
        <Fields />
      </ContractForm>
    </Dialog>
  )
}

const Fields = () => (
  <>
    <TextField name="name" label={t('Name')} maxLength={100} help={t('Its four resource groups also get this name.')} />
    <TagsField
      name="tags"
      label={t('Tags')}
      rule={OrganizationTag}
      most={organizationTagsAtMost}
      help={t(
        'At least one region, such as ee or us_ca. Other tags have at least 3 characters: letters and underscores.',
      )}
    />
    <PhoneField name="phone" label={t('Phone')} />
    <TextField name="email" label={t('Email')} type="email" maxLength={254} />
    <TextField name="link" label={t('Link')} type="url" maxLength={500} placeholder="https://" />
    <TextAreaField
      name="comment"
      label={t('Comment')}
      maxLength={2000}
      help={t('Other organizations can see this, so it must not contain internal links.')}
    />
  </>
)
