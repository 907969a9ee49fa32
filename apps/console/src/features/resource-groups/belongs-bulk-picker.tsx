import { IconFolders } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { bodyOf } from '@wheelhouse/contract/body-of.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { changeManyBelongs } from '@wheelhouse/contract/permissions/bulk-belongs.ts'
import type { BodyOf } from '@wheelhouse/contract/route.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { BulkForm } from '../../lists/bulk-form.tsx'
import type { BulkDialogProps } from '../../lists/list-bulk.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { listed } from '../../ui/form/choice-fields.tsx'
import { deviceName } from '../devices/device-labels.ts'
import { useBelongingGroups } from './belonging-groups.ts'
import { GroupsChange } from './groups-change.tsx'
import { useGroupChoices } from './groups-field.tsx'
import { joiningAmong } from './joining.ts'

const schema = bodyOf(changeManyBelongs).omit({ target: true })
type Change = Omit<BodyOf<typeof changeManyBelongs>, 'target'>
const isEmpty = (value: unknown): boolean => listed(value).length === 0

/** Adds many locations to resource groups and removes them; of all that match the server alone knows the groups. */
export function LocationGroupsDialog({ count, ids, ...bulk }: BulkDialogProps) {
  const belonging = useBelongingGroups('location', ids)
  const choices = useGroupChoices()
  return (
    <ManyDialog
      {...bulk}
      type="location"
      title={
        count === '1' ? t('Resource groups of 1 location') : t('Resource groups of {{count}} locations', { count })
      }
    >
      <GroupsChange
        groups={choices.groups}
        isLoading={choices.isLoading || belonging.isLoading}
        count={count}
        joiningOf={belonging.known && joiningAmong(ids, belonging.known)}
        note={t(
          'People with roles in these groups see the change immediately. You must hold their permissions on each location.',
        )}
      />
    </ManyDialog>
  )
}

interface DeviceGroupsProps extends Pick<BulkDialogProps, 'isBusy' | 'error' | 'onClose'> {
  /** Of one location. */
  devices: readonly Device[]
  onSend: (change: Change) => void
}

/** The same of devices. They stay in the groups of their location, whatever is chosen here. */
export function DeviceGroupsDialog({ devices, onSend, ...bulk }: DeviceGroupsProps) {
  const ids = devices.map(({ id }) => id)
  const [first] = devices
  const belonging = useBelongingGroups('device', ids)
  const through = useBelongingGroups('location', first === undefined ? [] : [first.location_id])
  const choices = useGroupChoices()
  const count = useFormat().number(devices.length)
  return (
    <ManyDialog
      {...bulk}
      onSend={({ body }) => onSend(schema.parse(body))}
      type="device"
      title={
        devices.length === 1 && first !== undefined
          ? t('Resource groups of {{device}}', { device: deviceName(first) })
          : t('Resource groups of {{count}} devices', { count })
      }
    >
      <GroupsChange
        groups={choices.groups}
        isLoading={choices.isLoading || belonging.isLoading || through.isLoading}
        count={count}
        joiningOf={belonging.known && joiningAmong(ids, belonging.known, [...(through.known?.values() ?? [])].flat())}
        note={t(
          'People with roles in these groups see the change immediately. You must hold their permissions on each device.',
        )}
      />
    </ManyDialog>
  )
}

interface ManyDialogProps extends Pick<BulkDialogProps, 'isBusy' | 'error' | 'onClose' | 'onSend'> {
  type: Change['resource_type']
  title: string
  children: ReactNode
}

function ManyDialog({ type, title, children, ...bulk }: ManyDialogProps) {
  return (
    <Dialog opened onClose={bulk.onClose} title={title} icon={IconFolders} size={560} isBusy={bulk.isBusy}>
      <BulkForm
        {...bulk}
        schema={schema}
        defaults={{ resource_type: type, add: [], remove: [] }}
        check={({ add, remove }) => wrongChoice(listed(add), listed(remove))}
        routeOf={() => changeManyBelongs}
        sendLabel={() => t('Change groups')}
      >
        {children}
      </BulkForm>
    </Dialog>
  )
}

function wrongChoice(add: string[], remove: string[]): Record<string, string> | null {
  if (isEmpty(add) && isEmpty(remove)) return { add: t('Choose at least one group to add or to remove') }
  if (add.some((id) => remove.includes(id))) return { remove: t('A group cannot be added and removed at once') }
  return null
}
