import { IconTag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listConsoleUsers } from '@wheelhouse/contract/console-users/console-users.ts'
import { createOrganization } from '@wheelhouse/contract/organizations/organization-details.ts'
import type { Organization } from '@wheelhouse/contract/organizations/organization-details.ts'
import { listOrganizations } from '@wheelhouse/contract/organizations/organizations.ts'
import { read } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ageChip } from '../../lists/list-filters.tsx'
import type { ValueChip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useCanCall } from '../../session/can.ts'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { useNavigateTo } from '../../ui/details/link.tsx'
import { organizationsAddress } from './organization-address.ts'
import { OrganizationCard, organizationColumns } from './organization-columns.tsx'
import { organizationPath } from './organization-link.tsx'

const NewOrganizationDialog = lazyComponent(() =>
  import('./organization-dialog.tsx').then((module) => module.NewOrganizationDialog),
)

/** For those who see no console users their count would be 0 everywhere. */
const withoutPeople = organizationColumns.filter(({ id }) => id !== 'console_user_count')
const rowName = ({ name }: Organization): string => name
const rowHref = ({ id }: Organization): string => organizationPath(id)
const card = (row: Organization) => <OrganizationCard organization={row} />

/** Tags of the organizations that the person sees, the regions among them. */
function useTagChip(): ValueChip<string> | null {
  const may = useCanCall(listOrganizations)
  const { data = [] } = useQuery({ ...read(listOrganizations, {}), enabled: may })
  const tags = [...new Set(data.flatMap((organization) => organization.tags))].toSorted()
  return may
    ? { label: t('Tag'), icon: IconTag, isOffered: true, choices: tags.map((tag) => ({ value: tag, label: tag })) }
    : null
}

/** The provider's partners, and the provider itself. */
export function OrganizationsScreen({ search, onSearch }: ListScreenProps<typeof organizationsAddress>) {
  const mayCreate = useCanCall(createOrganization)
  const maySeePeople = useCanCall(listConsoleUsers)
  const navigate = useNavigateTo()
  return (
    <>
      <ListPage
        address={organizationsAddress}
        search={search}
        onSearch={onSearch}
        title={t('Organizations')}
        columns={maySeePeople ? organizationColumns : withoutPeople}
        card={card}
        rowName={rowName}
        rowHref={rowHref}
        filters={{ tag: useTagChip(), created_at: ageChip(t('Created')) }}
        find={t('Name, email or tag')}
        actions={
          mayCreate && (
            <CreateButton label={t('New organization')} onClick={() => onSearch({ ...search, open: 'new' })} />
          )
        }
        words={{
          noMatch: t('No organization matches'),
          noData: t('No organizations yet'),
          whyNoData: t('Owners, operators, distributors and resellers of locations appear here.'),
        }}
      />
      {search.open === 'new' && mayCreate && (
        <NewOrganizationDialog
          onDone={({ id }) => navigate?.(organizationPath(id))}
          onClose={() => onSearch({ ...search, open: undefined })}
        />
      )}
    </>
  )
}
