import { IconFolders } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { changeBelongs, listBelongs } from '@wheelhouse/contract/permissions/permissions.ts'
import type { ResourceGroup } from '@wheelhouse/contract/permissions/permissions.ts'
import { resourceGroups } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { read } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorState, Skeleton } from '../../ui/frame/states.tsx'
import { BelongsList } from './belongs-list.tsx'
import { GroupsField } from './groups-field.tsx'
import { groupTypeLabels } from './resource-group-labels.ts'
import classes from './resource-groups.module.css'

interface GroupsDialogProps {
  type: 'location' | 'device'
  ids: readonly string[]
  /** "Resource groups of Dock 01". */
  title: string
  onClose: () => void
}

/**
 * Adds a location, or devices of one, to resource groups and removes them. Of a single one it says in which groups it is; those
 * that follow the organizations are among them and are not changed here.
 */
export function GroupsDialog({ type, ids, title, onClose }: GroupsDialogProps) {
  const [only] = ids
  const isOne = ids.length === 1 && only !== undefined
  const present = useLive(listBelongs, { params: { id: only ?? '' } }, { enabled: isOne, isQuiet: true })
  const query = { type: ['public' as const, 'private' as const], limit: 500 }
  const all = useQuery(read(resourceGroups.route, { query }))
  const groups = all.data?.items ?? []
  const isMember = new Set(present.data?.map(({ id }) => id))
  return (
    <Dialog opened onClose={onClose} title={title} icon={IconFolders} size={560}>
      {isOne && present.data === undefined && (
        <>
          {present.error ? (
            <ErrorState
              title={listBelongs.says.failed}
              detail={present.error.message}
              onRetry={() => void present.refetch()}
            />
          ) : (
            <Skeleton lines={3} />
          )}
        </>
      )}
      {isOne && present.data !== undefined && (
        <BelongsList groups={present.data} whenNone={t('In no resource group')} isInset />
      )}
      <ContractForm
        route={changeBelongs}
        defaults={{ resource_type: type, resource_ids: [...ids], add: [], remove: [] }}
        saveLabel={t('Change groups')}
        hasDraft={false}
        onDone={onClose}
        onCancel={onClose}
      >
        <GroupsField
          name="add"
          label={t('Add to')}
          options={optionsOf(isOne ? groups.filter(({ id }) => !isMember.has(id)) : groups)}
          isLoading={all.isPending}
        />
        <GroupsField
          name="remove"
          label={t('Remove from')}
          options={optionsOf(isOne ? groups.filter(({ id }) => isMember.has(id)) : groups)}
          isLoading={all.isPending}
        />
        <p className={classes.note}>{t('People with roles in these groups see the change at once.')}</p>
      </ContractForm>
    </Dialog>
  )
}

const optionsOf = (groups: readonly Pick<ResourceGroup, 'id' | 'name' | 'type'>[]) =>
  groups.map(({ id, name, type }) => ({ value: id, label: name, detail: t(groupTypeLabels[type].word) }))
