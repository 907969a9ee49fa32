import {
  IconCopyPlus,
  IconDots,
  IconFolders,
  IconMessage2,
  IconPencil,
  IconRocket,
  IconStatusChange,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { createLocation, deletableStatuses, deleteLocation } from '@wheelhouse/contract/locations/location-edit.ts'
import {
  forceLocationStatus,
  launchLocation,
  setLocationStatus,
} from '@wheelhouse/contract/locations/location-status.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { changeBelongs } from '@wheelhouse/contract/permissions/permissions.ts'
import { setMaintenanceMessage } from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import {
  LocationStatusMenu,
  StatusDialog,
  StatusSheet,
  statusWord,
  useStatusCommands,
} from '../../features/locations/location-status-menu.tsx'
import { isToBeLaunched, statusMoves, writableFields } from '../../features/locations/location-writing.ts'
import type { StatusMove } from '../../features/locations/location-writing.ts'
import { useWrite } from '../../api/api.ts'
import { useChangedMeanwhile } from '../../forms/changed-meanwhile.tsx'
import { freshLocation, locationFieldsShown } from '../../features/locations/location-change-labels.ts'
import { useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import { isObsolete } from '../../features/locations/location-labels.ts'
import { failureText } from '../../shell/messages.ts'
import { useUser } from '../../stores/user-store.ts'
import { Button, IconButton } from '../../ui/base/button.tsx'
import { lazyComponent, lazyDialog } from '../../ui/base/lazy.tsx'
import { Menu } from '../../ui/dialogs/overlay.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { CommandMenuContent } from '../../ui/frame/command-menu-content.tsx'
import type { Command } from '../../ui/frame/command-menu-content.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useNavigateTo } from '../../ui/details/link.tsx'

const LaunchDialog = lazyDialog(() =>
  import('../../features/locations/launch-dialog.tsx').then((module) => module.LaunchDialog),
)

const GroupsDialog = lazyComponent(() =>
  import('../../features/resource-groups/groups-dialog.tsx').then((module) => module.GroupsDialog),
)

interface HeadActionsProps {
  location: Location
  /** The dialog that a link opens: `launch`, `status:maintenance`. */
  ask: string | undefined
  onAsked: () => void
  onEdit: () => void
  onMessage: () => void
  /** It was deleted. */
  onGone: () => void
}

/** What may be done with a location as a whole; the one filled button is the launch of what waits for it. */
export function LocationHeadActions({ location, ask, onAsked, onEdit, onMessage, onGone }: HeadActionsProps) {
  const [opened, setOpened] = useState<'launch' | 'delete' | 'status' | 'groups' | null>(null)
  const [moved, setMoved] = useState<StatusMove | null>(null)
  const isPhone = usePhone()
  const permissions = useUser(({ userPermissions }) => userPermissions)
  const mayEdit = writableFields(permissions, location).length > 0
  const mayLaunch = useCanCall(launchLocation) && isToBeLaunched(location)
  const { usual, forced } = useStatusCommands(location, setMoved)
  const hasStatuses = usual.flat().length + forced.length > 0
  const edit: Command = { id: 'edit', label: t('Edit'), icon: IconPencil, onChoose: onEdit }
  const status: Command = {
    id: 'status',
    label: t('Status'),
    icon: IconStatusChange,
    note: statusWord(location.status),
    onChoose: () => setOpened('status'),
  }
  const asked = useLinkedMove(location, ask)
  const move = moved ?? asked
  const closeMove = () => (setMoved(null), asked !== null && onAsked())
  const isLaunching = opened === 'launch' || (ask === 'launch' && mayLaunch)
  const closeLaunch = () => (setOpened(null), ask === 'launch' && onAsked())
  return (
    <>
      {mayEdit && !isPhone && (
        <Button leftSection={<IconPencil size={15} aria-hidden />} onClick={onEdit}>
          {t('Edit')}
        </Button>
      )}
      {!isPhone && <LocationStatusMenu location={location} />}
      {mayLaunch && (
        <Button variant="filled" leftSection={<IconRocket size={15} aria-hidden />} onClick={() => setOpened('launch')}>
          {t('Launch')}
        </Button>
      )}
      <MoreMenu
        location={location}
        first={isPhone ? [[...(mayEdit ? [edit] : []), ...(hasStatuses ? [status] : [])]] : []}
        onMessage={onMessage}
        onGroups={() => setOpened('groups')}
        onDelete={() => setOpened('delete')}
      />
      <StatusSheet location={location} opened={opened === 'status'} onClose={() => setOpened(null)} onAsk={setMoved} />
      <StatusDialog key={move?.to ?? ''} location={location} move={move} onClose={closeMove} />
      <LaunchDialog location={location} opened={isLaunching} onClose={closeLaunch} />
      {opened === 'groups' && (
        <GroupsDialog
          type="location"
          id={location.id}
          title={t('Resource groups of {{code}} {{label}}', { code: location.code, label: location.label })}
          onClose={() => setOpened(null)}
        />
      )}
      <DeleteDialog location={location} opened={opened === 'delete'} onClose={() => setOpened(null)} onGone={onGone} />
    </>
  )
}

/** The status that a link asks for, where this person may set it. */
function useLinkedMove(location: Location, ask: string | undefined): StatusMove | null {
  const moves = statusMoves(location, useCanCall(setLocationStatus), useCanCall(forceLocationStatus))
  return moves.find(({ to }) => `status:${to}` === ask) ?? null
}

interface MoreMenuProps {
  location: Location
  /** Groups that become separate buttons where there is room. */
  first: readonly (readonly Command[])[]
  onMessage: () => void
  onGroups: () => void
  onDelete: () => void
}

function MoreMenu({ location, first, ...on }: MoreMenuProps) {
  const { code, label } = location
  const more = useMoreCommands(location, on)
  const groups = [...first, ...more]
  if (groups.flat().length === 0) return null
  return (
    <Menu
      position="bottom-end"
      width={248}
      target={
        <IconButton variant={first.length > 0 ? 'subtle' : 'default'} aria-label={t('More')}>
          <IconDots size={first.length > 0 ? 22 : 16} aria-hidden />
        </IconButton>
      }
    >
      <CommandMenuContent title={code} detail={label} groups={groups} />
    </Menu>
  )
}

/** Maintenance message, groups and copy; what cannot be undone comes last. */
function useMoreCommands(
  location: Location,
  { onMessage, onGroups, onDelete }: Omit<MoreMenuProps, 'location' | 'first'>,
): Command[][] {
  const { id, status } = location
  const go = useNavigateTo()
  const mayMessage = useCanCall(setMaintenanceMessage) && !isObsolete(location)
  const mayGroup = useCanCall(changeBelongs)
  const mayCopy = useCanCall(createLocation)
  const mayDelete = useCanCall(deleteLocation)
  const message: Command = { id: 'message', label: t('Maintenance message'), icon: IconMessage2, onChoose: onMessage }
  const groups: Command = { id: 'groups', label: t('Resource groups'), icon: IconFolders, onChoose: onGroups }
  const copy: Command = {
    id: 'copy',
    label: t('Copy to a new location'),
    icon: IconCopyPlus,
    onChoose: () => go?.(`/locations?open=copy:${id}`),
  }
  const remove: Command = {
    id: 'delete',
    label: t('Delete location'),
    icon: IconTrash,
    isDanger: true,
    onChoose: onDelete,
    reason: deletableStatuses.includes(status)
      ? undefined
      : t('Only possible before installation. After that, make it obsolete.'),
  }
  return [
    [...(mayMessage ? [message] : []), ...(mayGroup ? [groups] : []), ...(mayCopy ? [copy] : [])],
    mayDelete ? [remove] : [],
  ]
}

interface DeleteDialogProps {
  location: Location
  opened: boolean
  onClose: () => void
  onGone: () => void
}

function DeleteDialog({ location, opened, onClose, onGone }: DeleteDialogProps) {
  const { id, code, label } = location
  const write = useWrite(deleteLocation, { isQuiet: true })
  const meanwhile = useChangedMeanwhile(location, () => freshLocation(location), locationFieldsShown)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      icon={IconTrash}
      title={t('Delete {{code}} {{label}}?', { code, label })}
      confirmLabel={t('Delete')}
      keepLabel={t('Keep location')}
      isDanger
      isBusy={write.isPending}
      error={write.error === null ? null : failureText(deleteLocation.says.failed, write.error)}
      onConfirm={() =>
        !write.isPending &&
        write.mutate(
          { params: { location_id: id }, version: meanwhile.version },
          { onSuccess: onGone, onError: meanwhile.onRefused },
        )
      }
    >
      {meanwhile.notice}
      <p>
        {t('Use this for locations created by mistake. The code is never reused; the history stays in the audit log.')}
      </p>
    </ConfirmDialog>
  )
}
