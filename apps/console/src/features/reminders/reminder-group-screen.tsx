import { ActionIcon, Button } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { deleteReminderGroup, getReminderGroup, updateReminderGroup } from '@wheelhouse/contract/reminders/reminders.ts'
import type { ReminderGroup } from '@wheelhouse/contract/reminders/reminders.ts'
import { ActionButton, readOnlyReason, useMayDo } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import type { OnSearch } from '../../lists/list-address.ts'
import { isNotFound } from '../../http/api-error.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { CopyableId, endsOf } from '../../ui/details/copyable-id.tsx'
import { Menu, MenuItem } from '../../ui/dialogs/overlay.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'
import { ConfigsList } from './configs-list.tsx'
import { NoticesList } from './notices-list.tsx'
import { configsAddress, groupPath } from './reminder-addresses.ts'
import type { ConfigsSearch, NoticesSearch } from './reminder-addresses.ts'
import classes from './reminders.module.css'

const ActionQuestion = lazyComponent(() =>
  import('../../forms/action-question.tsx').then((module) => module.ActionQuestion),
)
const EditGroupDialog = lazyComponent(() => import('./reminder-dialogs.tsx').then((module) => module.EditGroupDialog))

type Search = ConfigsSearch | NoticesSearch

interface ReminderGroupScreenProps {
  id: string
  search: Search
  onSearch: OnSearch<Search>
  onGone: () => void
}

/** One group: its reminders, and what they sent. */
export function ReminderGroupScreen({ id, search, onSearch, onGone }: ReminderGroupScreenProps) {
  const may = useCanCall(getReminderGroup)
  const group = useLive(getReminderGroup, { params: { reminder_group_id: id } }, { enabled: may, isQuiet: true })
  const title = group.data?.name ?? t('Reminder group')
  useDocumentTitle(title)
  if (!may)
    return (
      <Page title={title}>
        <NoPermission action="GET" resource="reminders" />
      </Page>
    )
  return (
    <Loaded
      // What is left of a deleted group can be neither edited nor deleted.
      query={isNotFound(group.error) ? { ...group, data: undefined } : group}
      failed={getReminderGroup.says.failed}
      missing={notFoundText(t('reminder group'))}
      frame={(state) => <Page title={title}>{state}</Page>}
    >
      {(found) => <Group group={found} search={search} onSearch={onSearch} onGone={onGone} />}
    </Loaded>
  )
}

interface GroupProps extends Pick<ReminderGroupScreenProps, 'search' | 'onSearch' | 'onGone'> {
  group: ReminderGroup
}

function Group({ group, search, onSearch, onGone }: GroupProps) {
  const mayUpdate = useCanCall(updateReminderGroup)
  const isHistory = search.view === 'history'
  const tabs = [
    { id: 'configs', label: t('Reminders'), href: groupPath(group.id), isActive: !isHistory },
    { id: 'history', label: t('History'), href: `${groupPath(group.id)}?view=history`, isActive: isHistory },
  ]
  if (search.view === 'history')
    return <NoticesList search={search} onSearch={onSearch} title={group.name} tabs={tabs} groupId={group.id} />
  const own = configsAddress.parse({ ...search })
  return (
    <>
      <ConfigsList
        search={own}
        onSearch={onSearch}
        title={group.name}
        tabs={tabs}
        groupId={group.id}
        legend={
          <span className={classes.legend}>
            <span className={classes.about}>{group.description}</span>
            <CopyableId id={group.id} isMono>
              {endsOf(group.id)}
            </CopyableId>
          </span>
        }
        actions={
          <Actions
            group={group}
            onEdit={mayUpdate ? () => onSearch({ ...own, open: 'group' }) : undefined}
            onDeleted={onGone}
          />
        }
      />
      {own.open === 'group' && mayUpdate && (
        <EditGroupDialog group={group} onClose={() => onSearch({ ...own, open: undefined })} />
      )}
    </>
  )
}

const deletedWith = ({ configs }: ReminderGroup): string =>
  configs === 1
    ? t('The group is deleted with its reminder and the history of sent reminders.')
    : t('The group is deleted with its {{count}} reminders and the history of sent reminders.', { count: configs })

const deletionOf = (group: ReminderGroup) => ({
  route: deleteReminderGroup,
  input: { params: { reminder_group_id: group.id }, version: group.version },
  label: t('Delete group'),
  icon: IconTrash,
  confirm: {
    title: t('Delete {{label}}?', { label: group.name }),
    children: deletedWith(group),
    isDanger: true,
    keepLabel: t('Keep group'),
  },
})

interface ActionsProps {
  group: ReminderGroup
  onEdit: (() => void) | undefined
  onDeleted: () => void
}

/** On a phone in a menu, which leaves room for the title. */
function Actions({ group, onEdit, onDeleted }: ActionsProps) {
  const isPhone = usePhone()
  const mayDelete = useMayDo(deleteReminderGroup)
  const [isDeleting, setDeleting] = useState(false)
  const deletion = deletionOf(group)
  if (!isPhone)
    return (
      <>
        {onEdit && (
          <Button leftSection={<IconPencil size={15} aria-hidden />} onClick={onEdit}>
            {t('Edit group')}
          </Button>
        )}
        <ActionButton {...deletion} isIconOnly onDone={onDeleted} />
      </>
    )
  if (!onEdit && !mayDelete) return null
  return (
    <>
      <Menu
        position="bottom-end"
        withinPortal
        target={
          <ActionIcon variant="default" aria-label={t('More')}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        }
      >
        {onEdit && (
          <MenuItem leftSection={<IconPencil size={15} aria-hidden />} onClick={onEdit}>
            {t('Edit group')}
          </MenuItem>
        )}
        {mayDelete && (
          <MenuItem
            data-danger
            disabled={readOnlyReason() !== undefined}
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() => setDeleting(true)}
          >
            {deletion.label}
          </MenuItem>
        )}
      </Menu>
      {isDeleting && <ActionQuestion {...deletion} onDone={onDeleted} onClose={() => setDeleting(false)} />}
    </>
  )
}
