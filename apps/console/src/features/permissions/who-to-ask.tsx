import { useQuery } from '@tanstack/react-query'
import { listHolders } from '@wheelhouse/contract/permissions/inspector.ts'
import { read } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { useCan } from '../../session/can.ts'
import { useUser } from '../../stores/user-store.ts'
import { Link } from '../../ui/details/link.tsx'
import { consoleUserPath } from '../console-users/console-user-address.ts'

const right = { type: 'console_user', action: 'MODIFYROLES' } as const
const namedAtMost = 3

/** Below a missing permission: who can change the roles of this person, of those people whom this person may see. */
export function PeopleToAsk() {
  const me = useUser(({ subId }) => subId)
  const may = useCan({ console_user: ['GET'], resource_group: ['GETBELONGS'] }) && me !== null
  const { data, isLoading } = useQuery({
    ...read(listHolders, { params: { id: me ?? '' }, query: right }, { isQuiet: true }),
    enabled: may,
    staleTime: 300_000,
  })
  if (isLoading) return null
  const people = (data?.items ?? [])
    .filter(({ user_id, kind }) => user_id !== me && kind === 'person')
    .slice(0, namedAtMost)
  if (people.length === 0) return <p>{t('For access, ask an administrator of your organization.')}</p>
  return (
    <p>
      {t('For access, ask')}{' '}
      {people.map(({ user_id, name }, at) => (
        <span key={user_id}>
          {at > 0 && (at === people.length - 1 ? t(' or ') : ', ')}
          <Link href={consoleUserPath(user_id)}>{name}</Link>
        </span>
      ))}
      .
    </p>
  )
}
