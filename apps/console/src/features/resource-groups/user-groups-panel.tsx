import { listBelongs } from '@wheelhouse/contract/permissions/permissions.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { ErrorState, Skeleton } from '../../ui/frame/states.tsx'
import { BelongsList } from './belongs-list.tsx'

/** Through which groups people see one user: those of the operators and distributors where the user parks, and others. */
export function UserGroupsPanel({ userId }: { userId: string }) {
  const groups = useLive(listBelongs, { params: { id: userId } }, { isQuiet: true })
  if (groups.data === undefined)
    return groups.error ? (
      <ErrorState title={listBelongs.says.failed} detail={groups.error.message} onRetry={() => void groups.refetch()} />
    ) : (
      <Skeleton lines={4} />
    )
  return (
    <BelongsList
      groups={groups.data}
      whenNone={t('In no resource group')}
      hint={t('A user joins the groups of a location with the first session there.')}
    />
  )
}
