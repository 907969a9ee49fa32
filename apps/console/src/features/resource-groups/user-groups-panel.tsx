import { t } from '../../i18n/i18n.ts'
import { BelongsList } from './belongs-list.tsx'

/** Through which groups people see one user: those of the operators and distributors where the user parks, and others. */
export const UserGroupsPanel = ({ userId }: { userId: string }) => (
  <BelongsList id={userId} hint={t('A user joins the groups of a location with the first session there.')} />
)
