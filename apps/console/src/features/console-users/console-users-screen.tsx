import { Button } from '@mantine/core'
import { IconBuilding, IconCircleCheck, IconUserPlus } from '@tabler/icons-react'
import {
  consoleUserStatuses,
  createConsoleUser,
  exportConsoleUsers,
  getConsoleUser,
  listConsoleUsers,
} from '@wheelhouse/contract/console-users/console-users.ts'
import type { ConsoleUserRow } from '@wheelhouse/contract/console-users/console-users.ts'
import { useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { listed } from '../../lists/list-search.ts'
import { useOrganizationChoices } from '../organizations/organization-choices.ts'
import type { Filter } from '../../ui/list-parts/filter-chip.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { ConsoleUserCard, consoleUserColumns } from './console-user-columns.tsx'
import { filterOf } from './console-user-search.ts'
import type { ConsoleUsersSearch } from './console-user-search.ts'

const OpenPerson = lazyComponent(() => import('./console-user-panel.tsx').then((module) => module.OpenPerson))
const InviteDialog = lazyComponent(() => import('./invite-dialog.tsx').then((module) => module.InviteDialog))

interface ConsoleUsersScreenProps {
  search: ConsoleUsersSearch
  onSearch: (search: ConsoleUsersSearch, options?: { replace: boolean }) => void
}

const rowName = ({ name }: ConsoleUserRow): string => name
const card = (row: ConsoleUserRow) => <ConsoleUserCard person={row} />
const byName = { column: 'name', direction: 'asc' } as const

/** Staff of the provider and of its partners: who they are, who was invited, who is out. */
export function ConsoleUsersScreen({ search, onSearch }: ConsoleUsersScreenProps) {
  const mayInvite = useCanCall(createConsoleUser)
  const mayOpen = useCanCall(getConsoleUser)
  const close = (): void => onSearch({ ...search, open: undefined })
  return (
    <>
      <ListPage
        list="console-users"
        title={t('Console users')}
        route={listConsoleUsers}
        exports={exportConsoleUsers}
        query={filterOf(search)}
        search={search}
        onSearch={onSearch}
        sort={byName}
        columns={consoleUserColumns}
        card={card}
        rowName={rowName}
        onOpen={({ id }) => onSearch({ ...search, open: id })}
        filters={useFilters(search, onSearch)}
        find={t('Name, email or position')}
        actions={
          mayInvite && (
            <Button
              variant="filled"
              leftSection={<IconUserPlus size={15} stroke={1.75} />}
              onClick={() => onSearch({ ...search, open: 'new' })}
            >
              {t('Invite')}
            </Button>
          )
        }
        words={{ noMatch: t('No console user matches'), noData: t('No console users yet') }}
      />
      {search.open === 'new' && mayInvite && <InviteDialog onClose={close} />}
      {mayOpen && search.open !== undefined && search.open !== 'new' && <OpenPerson id={search.open} onClose={close} />}
    </>
  )
}

function useFilters(search: ConsoleUsersSearch, onSearch: ConsoleUsersScreenProps['onSearch']): Filter[] {
  const organizations = useOrganizationChoices()
  const is = { operators: [{ value: 'is', label: t('is') }], operator: 'is', isOffered: true }
  const statuses = consoleUserStatuses.map((value) => ({
    value,
    label: value === 'active' ? t('Active') : t('Disabled'),
  }))
  return [
    {
      ...is,
      id: 'status',
      label: t('Status'),
      icon: IconCircleCheck,
      choices: statuses,
      selected: search.status ?? [],
      onChange: ({ selected }) => onSearch({ ...search, status: listed(selected) }),
    },
    ...(organizations
      ? [
          {
            ...is,
            id: 'organization_id',
            label: t('Organization'),
            icon: IconBuilding,
            choices: organizations,
            selected: search.organization_id ?? [],
            onChange: ({ selected }: { selected: string[] }) =>
              onSearch({ ...search, organization_id: listed(selected) }),
          },
        ]
      : []),
  ]
}
