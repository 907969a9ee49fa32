import { Button } from '@mantine/core'
import { IconCircleCheck, IconRobot } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { createConsoleUser, getConsoleUser } from '@wheelhouse/contract/console-users/console-users.ts'
import type { ConsoleUserRow } from '@wheelhouse/contract/console-users/console-users.ts'
import { useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import { ListPage } from '../../lists/list-page.tsx'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import { useOrganizationChip } from '../organizations/organization-choices.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { ConsoleUserCard, consoleUserColumns, kindLabels, statusLabels } from './console-user-columns.tsx'
import { consoleUsersAddress, personOpen } from './console-users-address.ts'

const OpenPerson = lazyComponent(() => import('./console-user-panel.tsx').then((module) => module.OpenPerson))
const InviteDialog = lazyComponent(() => import('./invite-dialog.tsx').then((module) => module.InviteDialog))

const rowName = ({ name }: ConsoleUserRow): string => name
const card = (row: ConsoleUserRow) => <ConsoleUserCard person={row} />

/** Staff of the provider and of its partners: who they are, who was invited, who is out. */
export function ConsoleUsersScreen({
  search,
  onSearch,
  roles,
  secrets,
  audit,
  newService,
}: ListScreenProps<typeof consoleUsersAddress> & {
  roles?: ((person: ConsoleUserRow) => ReactNode) | undefined
  secrets?: ((person: ConsoleUserRow) => ReactNode) | undefined
  audit?: ((id: string) => ReactNode) | undefined
  newService?: ((onDone: (id: string) => void, onClose: () => void) => ReactNode) | undefined
}) {
  const mayInvite = useCanCall(createConsoleUser)
  const mayOpen = useCanCall(getConsoleUser)
  const isPhone = usePhone()
  const close = (): void => onSearch({ ...search, open: undefined, part: undefined })
  const opened = personOpen(search)
  return (
    <>
      <ListPage
        address={consoleUsersAddress}
        search={search}
        onSearch={onSearch}
        title={t('Console users')}
        columns={consoleUserColumns}
        card={card}
        rowName={rowName}
        onOpen={({ id }) => onSearch({ ...search, open: id })}
        filters={{
          status: chip(t('Status'), IconCircleCheck, statusLabels),
          kind: chip(t('Kind'), IconRobot, kindLabels),
          organization_id: useOrganizationChip(search),
          last_signed_in_at: ageChip(t('Last signed in')),
          created_at: ageChip(t('Added')),
        }}
        find={t('Name, email or position')}
        actions={
          mayInvite && (
            <>
              <Button
                px={isPhone ? 10 : undefined}
                aria-label={t('New service account')}
                leftSection={isPhone ? undefined : <IconRobot size={15} />}
                onClick={() => onSearch({ ...search, open: 'new-service' })}
              >
                {isPhone ? <IconRobot size={22} aria-hidden /> : t('New service account')}
              </Button>
              <CreateButton label={t('Invite')} onClick={() => onSearch({ ...search, open: 'new' })} />
            </>
          )
        }
        words={{ noMatch: t('No console user matches'), noData: t('No console users yet') }}
      />
      {search.open === 'new' && mayInvite && <InviteDialog onClose={close} />}
      {search.open === 'new-service' &&
        mayInvite &&
        newService?.((id) => onSearch({ ...search, open: id, part: 'secrets' }), close)}
      {mayOpen && opened && (
        <OpenPerson
          key={opened.id}
          {...opened}
          part={search.part}
          roles={roles}
          secrets={secrets}
          audit={audit}
          onPart={(part) => onSearch({ ...search, part })}
          onEdit={(isEdited) => onSearch({ ...search, open: isEdited ? `edit:${opened.id}` : opened.id })}
          onClose={close}
        />
      )}
    </>
  )
}
