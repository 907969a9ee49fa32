import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCopyPlus, IconDots, IconMessage2, IconPencil, IconRocket, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { createLocation, deletableStatuses, deleteLocation } from '@wheelhouse/contract/location-edit.ts'
import { launchLocation } from '@wheelhouse/contract/location-status.ts'
import type { Location } from '@wheelhouse/contract/locations.ts'
import { setMaintenanceMessage } from '@wheelhouse/contract/maintenance-messages.ts'
import { isToBeLaunched, LaunchDialog } from '../features/location-edit/LaunchDialog.tsx'
import { LocationStatusMenu } from '../features/location-edit/LocationStatusMenu.tsx'
import { writableFields } from '../features/location-edit/location-writing.ts'
import { useWrite } from '../lib/api.ts'
import { useMayCall } from '../lib/can.ts'
import { actionFailures, successes } from '../lib/failures.ts'
import { t } from '../lib/i18n.ts'
import { failureText } from '../lib/messages.ts'
import { useUser } from '../lib/user-store.ts'
import { CommandMenuContent } from '../ui/command-menu.tsx'
import type { Command } from '../ui/command-menu.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useNavigateTo } from '../ui/link.tsx'

interface HeadActionsProps {
  location: Location
  onEdit: () => void
  onMessage: () => void
  /** It was deleted. */
  onGone: () => void
}

/** What may be done with a location as a whole; the one filled button is the launch of what waits for it. */
export function LocationHeadActions({ location, onEdit, onMessage, onGone }: HeadActionsProps) {
  const [opened, setOpened] = useState<'launch' | 'delete' | null>(null)
  const permissions = useUser(({ userPermissions }) => userPermissions)
  const mayEdit = writableFields(permissions, location).length > 0
  const mayLaunch = useMayCall(launchLocation) && isToBeLaunched(location)
  const close = () => setOpened(null)
  return (
    <>
      {mayEdit && (
        <Button leftSection={<IconPencil size={15} stroke={1.75} aria-hidden />} onClick={onEdit}>
          {t('Edit')}
        </Button>
      )}
      <LocationStatusMenu location={location} />
      {mayLaunch && (
        <Button variant="filled" leftSection={<IconRocket size={15} stroke={1.75} aria-hidden />} onClick={() => setOpened('launch')}>
          {t('Launch')}
        </Button>
      )}
      <MoreMenu location={location} onMessage={onMessage} onDelete={() => setOpened('delete')} />
      <LaunchDialog location={location} opened={opened === 'launch'} onClose={close} />
      <DeleteDialog location={location} opened={opened === 'delete'} onClose={close} onGone={onGone} />
    </>
  )
}

interface MoreMenuProps {
  location: Location
  onMessage: () => void
  onDelete: () => void
}

function MoreMenu({ location: { id, code, label, status }, onMessage, onDelete }: MoreMenuProps) {
  const go = useNavigateTo()
  const mayMessage = useMayCall(setMaintenanceMessage)
  const mayCopy = useMayCall(createLocation)
  const mayDelete = useMayCall(deleteLocation)
  const [copy, message, remove]: Command[][] = [
    [{ id: 'copy', label: t('Copy to a new location'), icon: IconCopyPlus, onChoose: () => go?.(`/locations?open=copy:${id}`) }],
    [{ id: 'message', label: t('Maintenance message'), icon: IconMessage2, onChoose: onMessage }],
    [
      {
        ...{ id: 'delete', label: t('Delete location'), icon: IconTrash, isDanger: true, onChoose: onDelete },
        reason: deletableStatuses.includes(status) ? undefined : t('Only before it is installed. Later it is made obsolete.'),
      },
    ],
  ]
  const groups = [[...(mayMessage ? (message ?? []) : []), ...(mayCopy ? (copy ?? []) : [])], mayDelete ? (remove ?? []) : []]
  if (groups.flat().length === 0) return null
  return (
    <Menu position="bottom-end" width={248}>
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t('More')}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <CommandMenuContent title={code} detail={label} groups={groups} />
      </Menu.Dropdown>
    </Menu>
  )
}

interface DeleteDialogProps {
  location: Location
  opened: boolean
  onClose: () => void
  onGone: () => void
}

function DeleteDialog({ location: { id, code, label, version }, opened, onClose, onGone }: DeleteDialogProps) {
  const write = useWrite(deleteLocation, { done: successes.locationDeleted })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      icon={IconTrash}
      title={t('Delete {{code}} {{label}}?', { code, label })}
      confirmLabel={t('Delete')}
      keepLabel={t('Keep')}
      isDanger
      isBusy={write.isPending}
      error={write.error === null ? null : failureText(actionFailures.deleteLocation, write.error)}
      onConfirm={() => !write.isPending && write.mutate({ params: { location_id: id }, version }, { onSuccess: onGone })}
    >
      <p>{t('This is for what was made by mistake. Its code stays used, its history stays in the audit log.')}</p>
    </ConfirmDialog>
  )
}
