import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { keysOf } from '@wheelhouse/contract/certain.ts'
import { consoleUserLabels } from '@wheelhouse/contract/console-users/console-users.ts'
import type { ConsoleUserField, ConsoleUserRow } from '@wheelhouse/contract/console-users/console-users.ts'
import { t } from '../../i18n/i18n.ts'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { PhoneField } from '../../ui/form/phone-field.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import { useOrganizationChoices } from '../organizations/organization-choices.ts'

const named = (name: ConsoleUserField) => ({ name, label: t(consoleUserLabels[name]) })

function OrganizationSelect({ isEdited }: { isEdited: boolean }) {
  const organizations = useOrganizationChoices() ?? []
  const help = t('Roles stay as they are when the organization changes: review them afterwards.')
  return <SelectField {...named('organization_id')} options={organizations} help={isEdited ? help : undefined} />
}

/** The form control of every field, in the order of the forms: a field without one does not compile. */
const controls: Record<ConsoleUserField, (isEdited: boolean) => ReactNode> = {
  email: () => <TextField {...named('email')} type="email" maxLength={254} />,
  name: () => <TextField {...named('name')} maxLength={100} />,
  organization_id: (isEdited) => <OrganizationSelect isEdited={isEdited} />,
  position: () => <TextField {...named('position')} maxLength={100} />,
  phone: () => <PhoneField {...named('phone')} />,
  comment: () => <TextAreaField {...named('comment')} maxLength={2000} />,
}

/** A service account has neither. */
const ofPeopleAlone: readonly ConsoleUserField[] = ['position', 'phone']

interface PersonControlsProps {
  fields: readonly ConsoleUserField[]
  kind: ConsoleUserRow['kind']
}

/** Controls of these fields, as far as such an account has them. */
export function PersonControls({ fields, kind }: PersonControlsProps) {
  const isEdited = !fields.includes('email')
  const shown = keysOf(controls).filter(
    (name) => fields.includes(name) && (kind === 'person' || !ofPeopleAlone.includes(name)),
  )
  return shown.map((name) => <Fragment key={name}>{controls[name](isEdited)}</Fragment>)
}
