import { Button } from '@mantine/core'
import { IconLifebuoy, IconMessagePlus, IconTrash } from '@tabler/icons-react'
import { sendMessage } from '@wheelhouse/contract/messages/messages.ts'
import { getUser } from '@wheelhouse/contract/users/users.ts'
import type { User } from '@wheelhouse/contract/users/users.ts'
import { supportPath } from '../../features/support/support-address.ts'
import { UserActions } from '../../features/users/user-actions.tsx'
import { UserHeader } from '../../features/users/user-header.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { ThingPage } from '../../live/thing-page.tsx'
import { useLive } from '../../live/use-live.ts'
import { can, useCanCall } from '../../session/can.ts'
import { useMissingNeed } from '../../session/missing-need.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { useUser } from '../../stores/user-store.ts'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { DetailsBody } from '../../ui/details/details.tsx'
import { CardBones, DetailsSkeleton, RowBones } from '../../ui/details/details-skeleton.tsx'
import { Link } from '../../ui/details/link.tsx'
import { NoticeBar } from '../../ui/frame/bars.tsx'
import { Tabs } from '../../ui/frame/page.tsx'
import { NoData, NoPermission } from '../../ui/frame/states.tsx'
import { userTabs } from './user-tabs.tsx'
import type { UserTab, UserTabProps } from './user-tabs.tsx'
import type { UserSearch } from './user-search.ts'
import classes from './user-page.module.css'

interface UserPageProps {
  id: string
  search: UserSearch
  onSearch: (search: UserSearch) => void
  /** The address of a tab: on the page of the user, or beside the search that found them. */
  hrefOf: (tab: string) => string
}

/** One user in tabs; each is an address and comes with its right. */
export function UserPage(props: UserPageProps) {
  const may = useCanCall(getUser)
  const query = useLive(getUser, { params: { user_id: props.id } }, { enabled: may, isQuiet: true })
  useDocumentTitle(query.data?.name ?? t('User'))
  return (
    <ThingPage
      route={getUser}
      query={query}
      title={t('User')}
      back={findUser()}
      thing={t('user')}
      unknown={<NoData title={t('User not found')}>{notFoundText(t('user'))}</NoData>}
      bones={<UserSkeleton {...props} />}
    >
      {(user) => <Details {...props} user={user} />}
    </ThingPage>
  )
}

const findUser = () => ({ label: t('Find user'), href: '/find' })

const tabOf = (search: UserSearch): UserTab | undefined => userTabs.find(({ id }) => id === search.tab) ?? userTabs[0]

const UserSkeleton = ({ search, hrefOf }: UserPageProps) => (
  <DetailsSkeleton title={t('User')} back={findUser()} tabs={<TabLinks search={search} hrefOf={hrefOf} />} isTopOnPhone>
    {tabOf(search) === userTabs[0] && (
      <div className={classes.cards}>
        <CardBones lines={8} />
        <CardBones lines={2} />
      </div>
    )}
    <RowBones rows={8} />
  </DetailsSkeleton>
)

function TabLinks({ search, hrefOf }: Pick<UserPageProps, 'search' | 'hrefOf'>) {
  const permissions = useUser(({ userPermissions }) => userPermissions)
  const active = tabOf(search)?.id
  const tabs = userTabs
    .filter(({ needs }) => can(permissions, needs))
    .map(({ id, label }) => ({ id, label: t(label), href: hrefOf(id), isActive: id === active }))
  return <Tabs label={t('Views of this user')} tabs={tabs} />
}

function Details({ user, search, onSearch, hrefOf }: UserPageProps & { user: User }) {
  const named = tabOf(search)
  return (
    <>
      <UserHeader
        user={user}
        actions={
          <>
            <SupportButton user={user} />
            <MessageButton user={user} href={`${hrefOf('messages')}&open=message`} />
            <UserActions user={user} />
          </>
        }
        tabs={<TabLinks search={search} hrefOf={hrefOf} />}
      />
      {user.deleted_at !== null && <DeletedLine at={user.deleted_at} />}
      <DetailsBody>
        {named !== undefined && <TabBody tab={named} {...{ user, search, onSearch, hrefOf }} />}
      </DetailsBody>
    </>
  )
}

/** The likeliest thing to do for a caller; the tab has the same button. */
function MessageButton({ user, href }: { user: User; href: string }) {
  const may = useCanCall(sendMessage)
  const isPhone = usePhone()
  if (!may || isPhone || user.status === 'deleted') return null
  return (
    <Button
      component={Link}
      href={href}
      className={classes.message}
      leftSection={<IconMessagePlus size={15} aria-hidden />}
    >
      {t('Message')}
    </Button>
  )
}

/** Why they cannot open a dock, and what helps. */
function SupportButton({ user }: { user: User }) {
  const isPhone = usePhone()
  if (isPhone || user.status === 'deleted') return null
  return (
    <Button
      component={Link}
      href={supportPath({ user: user.id })}
      className={classes.message}
      leftSection={<IconLifebuoy size={15} aria-hidden />}
    >
      {t('Support')}
    </Button>
  )
}

/** The right is asked also of those who typed the address. */
function TabBody({ tab, ...props }: UserTabProps & { tab: UserTab }) {
  const missing = useMissingNeed(tab.needs)
  if (missing !== null) return <NoPermission {...missing} />
  return tab.body(props)
}

function DeletedLine({ at }: { at: string }) {
  const { dateTime } = useFormat()
  return (
    <NoticeBar icon={<IconTrash size={16} aria-hidden />} tone="grey">
      {t('Deleted {{time}}. Personal data is erased; sessions and payments are kept.', { time: dateTime(at) })}
    </NoticeBar>
  )
}
