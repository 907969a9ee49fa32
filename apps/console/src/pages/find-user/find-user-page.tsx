import type { FoundUser } from '@wheelhouse/contract/find-user/find-user.ts'
import { findUsers } from '@wheelhouse/contract/find-user/find-user.ts'
import { IconUserSearch } from '@tabler/icons-react'
import { FindUserPane } from '../../features/find-user/find-user-pane.tsx'
import { userPath } from '../../features/users/user-link.tsx'
import { t } from '../../i18n/i18n.ts'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { useWide } from '../../ui/frame/app-frame.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { NoPermission, State } from '../../ui/frame/states.tsx'
import type { FindUserSearch } from './find-user-search.ts'
import classes from './find-user-page.module.css'

const UserPage = lazyComponent(() => import('../user/user-page.tsx').then((module) => module.UserPage))

interface FindUserPageProps {
  search: FindUserSearch
  onSearch: (search: FindUserSearch) => void
}

/** The search at the left and, where there is room, the user that it found beside it. */
export function FindUserPage({ search, onSearch }: FindUserPageProps) {
  const may = useCanCall(findUsers)
  const isWide = useWide()
  const { user } = search
  const beside = (id: string, key: string | null): string => `/find?user=${id}${key === null ? '' : `&key=${key}`}`
  const hrefOf = ({ id, access_key_id: key }: FoundUser): string => {
    if (isWide) return beside(id, key)
    return key === null ? userPath(id) : `${userPath(id)}?key=${key}`
  }
  if (!may)
    return (
      <Page title={t('Find user')}>
        <NoPermission action="GET" resource="user" />
      </Page>
    )
  return (
    <Page title={t('Find user')}>
      <div className={classes.columns}>
        <FindUserPane openId={isWide ? user : undefined} hrefOf={hrefOf} />
        {isWide && (
          <div className={classes.beside}>
            {user === undefined ? (
              <State icon={<IconUserSearch size={20} aria-hidden />} title={t('No user selected')}>
                {t('Search for what the caller gives you, then choose a match.')}
              </State>
            ) : (
              <UserPage
                key={user}
                id={user}
                search={search}
                onSearch={(next) => onSearch({ ...search, ...next })}
                hrefOf={(tab) => `${beside(user, search.key ?? null)}&tab=${tab}`}
              />
            )}
          </div>
        )}
      </div>
    </Page>
  )
}
