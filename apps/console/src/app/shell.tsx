import {
  IconAdjustments,
  IconLifebuoy,
  IconMapPin,
  IconParking,
  IconQrcode,
  IconTool,
  IconUserCircle,
  IconUserSearch,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'
import { profile } from '@wheelhouse/contract/console-users/profile.ts'
import { read } from '../api/api.ts'
import { useApp } from '../stores/app-store.ts'
import { useMarkedPath } from '../stores/shown-under.ts'
import { chooseScheme, useAppearance } from '../shell/appearance.ts'
import { config } from '../http/config.ts'
import { titled } from '../shell/document-title.ts'
import { t } from '../i18n/i18n.ts'
import { dismissSignIn, useFreshSignIn } from '../session/fresh-sign-in.ts'
import { startLive } from '../live/stream.ts'
import { useUser } from '../stores/user-store.ts'
import { AppFrame, useNarrow, usePhone } from '../ui/frame/app-frame.tsx'
import type { NavGroupEntries } from '../ui/frame/nav.tsx'
import type { PhoneItem } from '../ui/frame/phone-bar.tsx'
import { later, lazyComponent, lazyDialog } from '../ui/base/lazy.tsx'
import { collectKeys } from '../ui/base/typed-ahead.ts'
import { PermissionSentence, WhoToAsk } from '../ui/frame/states.tsx'
import type { Missing } from '../ui/frame/states.tsx'
import { UserMenu } from '../ui/frame/user-menu.tsx'
import { EmptyScreen } from '../pages/landing/empty-screen.tsx'
import { ViewAsBar } from './view-as-bar.tsx'
import { useWindowKeys } from './window-keys.ts'
import { destinationsFor } from '../pages/navigation/navigation.ts'
import { isWithin, titleOf } from '../pages/navigation/page-titles.ts'
import type { DestinationGroup } from '../pages/navigation/navigation.ts'

const Palette = lazyDialog(() => import('../pages/palette/palette.tsx').then((module) => module.Palette))
const PreferencesDialog = lazyDialog(() =>
  import('../pages/preferences/preferences-dialog.tsx').then((module) => module.PreferencesDialog),
)

const Inbox = lazyComponent(() => import('../features/inbox/inbox.tsx').then((module) => module.Inbox))
const SignInAgain = lazyDialog(() => import('./sign-in-again.tsx').then((module) => module.SignInAgain))
const KeysDialog = lazyDialog(() => import('../pages/preferences/keys-dialog.tsx').then((module) => module.KeysDialog))

const Offline = lazyComponent(() => import('./offline.tsx').then((module) => module.Offline), { isFirst: true })
const PeopleToAsk = lazyComponent(() =>
  import('../features/permissions/who-to-ask.tsx').then((module) => module.PeopleToAsk),
)
const NeededPermission = lazyComponent(() =>
  import('../features/permissions/needed-permission.tsx').then((module) => module.NeededPermission),
)
const BackgroundJobs = lazyComponent(() =>
  import('../lists/background-jobs.tsx').then((module) => module.BackgroundJobs),
)

// Nobody waits for these: they are loaded and begin when the window has come to rest.
later(() => import('../offline/kept-replies.ts').then(({ startKeeping }) => startKeeping()))
later(() => import('./code-ahead.ts').then(({ loadCodeAhead }) => loadCodeAhead(document)))

/** The authenticated frame: navigation at the left, the routed screen in the main panel. */
export function Shell() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const markedPath = useMarkedPath()
  const drawer = useApp((state) => state.drawer)
  const [isPhone, isNarrow] = [usePhone(), useNarrow()]
  const isCompact = !isPhone && (isNarrow || !drawer)
  const permissions = useUser((state) => state.userPermissions)
  const [isMoreOpen, setMoreOpen] = useState(false)
  const [isFinding, setFinding] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const [isShowingKeys, setShowingKeys] = useState(false)
  const isSignInAsked = useFreshSignIn((state) => state.isAsked)
  const groups = destinationsFor(permissions, config().dash_url)
  const router = useRouter()
  const { navigate } = router
  useTitleOf(pathname)
  useKeptFocus()
  useEffect(startLive, [])
  useWindowKeys({
    groups,
    onFind: () => setFinding(true),
    onKeys: () => setShowingKeys(true),
    onGo: (to) => void navigate({ to }),
    isPageLoading: () => router.state.status === 'pending',
  })
  return (
    <AppFrame
      groups={entriesOf(groups, markedPath ?? pathname)}
      phoneItems={phoneItems(groups, pathname)}
      isMoreOpen={isMoreOpen}
      onMore={setMoreOpen}
      onFind={() => (setMoreOpen(false), collectKeys(), setFinding(true))}
      isCollapsed={!drawer}
      onCollapse={(isCollapsed) => useApp.setState({ drawer: !isCollapsed })}
      user={
        <>
          <Inbox isCompact={isCompact} onFollow={() => setMoreOpen(false)} />
          <BackgroundJobs isCompact={isCompact} />
          <Person
            onProfile={() => (setMoreOpen(false), void navigate({ to: '/profile' }))}
            onPreferences={() => (setMoreOpen(false), setChoosing(true))}
          />
        </>
      }
      mark={<ViewAsBar />}
      banner={<Offline />}
    >
      <Screen />
      <PreferencesDialog opened={isChoosing} onClose={() => setChoosing(false)} />
      <Palette
        groups={groups}
        opened={isFinding}
        onClose={() => setFinding(false)}
        onPreferences={() => setChoosing(true)}
        onKeys={() => setShowingKeys(true)}
      />
      <SignInAgain opened={isSignInAsked} onClose={dismissSignIn} />
      <KeysDialog groups={groups} opened={isShowingKeys} onClose={() => setShowingKeys(false)} />
    </AppFrame>
  )
}

/** Before the screen's own title, which knows more than the address does. */
function useTitleOf(pathname: string): void {
  useLayoutEffect(() => {
    document.title = titled(pathname === '/' ? 'Wheelhouse' : t(titleOf(pathname)))
  }, [pathname])
}

/** What had the focus went with its screen: the new one gets it, so that the next Tab does not begin at the top of the window. */
function useKeptFocus(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', () => {
        if (document.activeElement === null || document.activeElement === document.body)
          document.getElementById('main')?.focus({ preventScroll: true })
      }),
    [router],
  )
  // No row waits for it.
  useEffect(() => {
    const kept = import('../ui/base/focus-return.ts').then(({ keepFocus }) => keepFocus())
    return () => void kept.then((end) => end())
  }, [])
}

/** The routed screen, or the bare empty view where the switch is off and the route has no mark. */
function Screen() {
  const isForProduction = useMatches({ select: (matches) => matches.at(-1)?.staticData.isForProduction === true })
  return (
    <PermissionSentence value={permissionSentence}>
      <WhoToAsk value={peopleToAsk}>
        {isForProduction || config().non_production ? <Outlet /> : <EmptyScreen />}
      </WhoToAsk>
    </PermissionSentence>
  )
}
const peopleToAsk = <PeopleToAsk />
const permissionSentence = (missing: Missing) => <NeededPermission {...missing} />

function Person({ onProfile, onPreferences }: { onProfile: () => void; onPreferences: () => void }) {
  const { email, userRoles } = useUser()
  const scheme = useAppearance((state) => state.scheme)
  const { data: me } = useQuery(read(profile, {}))
  const { navigate } = useRouter()
  const drawer = useApp((state) => state.drawer)
  const isPhone = usePhone()
  const isNarrow = useNarrow()
  const isCompact = !isPhone && (isNarrow || !drawer)
  const address = me?.email ?? email ?? ''
  return (
    <UserMenu
      name={me?.name ?? address}
      email={[me?.organization_name, address].filter(Boolean).join(' · ')}
      isCompact={isCompact}
      roles={(userRoles ?? []).map(({ name, groupName }) => ({ role: name, group: groupName }))}
      entries={[
        { label: t('Your profile'), icon: IconUserCircle, onClick: onProfile },
        { label: t('Preferences'), icon: IconAdjustments, onClick: onPreferences },
      ]}
      scheme={scheme}
      onScheme={chooseScheme}
      onLogOut={() => void navigate({ to: '/logout', search: { redirecting: 'true' } })}
    />
  )
}

const entriesOf = (groups: readonly DestinationGroup[], pathname: string): NavGroupEntries[] =>
  groups.map(({ label, destinations }) => ({
    label: t(label),
    entries: destinations.map(({ label: name, icon, path, children }) => ({
      label: t(name),
      icon,
      href: path,
      isActive: isWithin(pathname, path) || (children ?? []).some((child) => isWithin(pathname, child.path)),
      children: children?.map((child) => ({
        label: t(child.label),
        href: child.path,
        isActive: child.path === innermost(pathname, children),
      })),
    })),
  }))

/** The page of planned work is within that of the log, and only one of the two is the current one. */
const innermost = (pathname: string, children: readonly { path: string }[]): string | undefined =>
  children
    .map(({ path }) => path)
    .filter((path) => isWithin(pathname, path))
    .toSorted((a, b) => b.length - a.length)[0]

const onPhone: { label: string; path: string; icon: TablerIcon; within?: string }[] = [
  { label: 'Scan', path: '/deep-link/search', icon: IconQrcode },
  { label: 'Locations', path: '/locations', icon: IconMapPin },
  { label: 'Work', path: '/maintenance-log', icon: IconTool },
  { label: 'Find', path: '/find', icon: IconUserSearch },
  { label: 'Sessions', path: '/device-sessions/active', icon: IconParking, within: '/device-sessions' },
  { label: 'Support', path: '/support', icon: IconLifebuoy },
]

/** At most three that this person may use; the rest is below "More". */
const phoneItems = (groups: readonly DestinationGroup[], pathname: string): PhoneItem[] =>
  onPhone
    .filter(({ path }) => groups.some(({ destinations }) => destinations.some((one) => one.path === path)))
    .slice(0, 3)
    .map(({ label, path, icon, within = path }) => ({
      label: t(label),
      icon,
      href: path,
      isActive: isWithin(pathname, within),
    }))
