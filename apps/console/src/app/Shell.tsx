import { IconAdjustments, IconMapPin, IconMessageCircleQuestion, IconQrcode, IconUserSearch } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { profile } from '@wheelhouse/contract/console-users.ts'
import { read } from '../lib/api.ts'
import { useApp } from '../lib/app-store.ts'
import { chooseScheme, useAppearance } from '../lib/appearance.ts'
import { config } from '../lib/config.ts'
import { fetchFailures } from '../lib/failures.ts'
import { useFormat } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { startLive, useLive } from '../lib/stream.ts'
import { useUser } from '../lib/user-store.ts'
import { AppFrame, useNarrow, usePhone } from '../ui/app-frame.tsx'
import { OfflineBar } from '../ui/bars.tsx'
import type { NavGroupEntries } from '../ui/nav.tsx'
import type { PhoneItem } from '../ui/phone-bar.tsx'
import { UserMenu } from '../ui/user-menu.tsx'
import { useDocumentTitle } from './bare.tsx'
import { EmptyScreen } from './EmptyScreen.tsx'
import { destinationsFor, isWithin, titleOf } from './navigation.ts'
import type { DestinationGroup } from './navigation.ts'
import { Palette } from './Palette.tsx'
import { PreferencesDialog } from './PreferencesDialog.tsx'

/** The authenticated frame: navigation at the left, the routed screen in the main panel. */
export function Shell() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const drawer = useApp((state) => state.drawer)
  const permissions = useUser((state) => state.userPermissions)
  const [isMoreOpen, setMoreOpen] = useState(false)
  const [isFinding, setFinding] = useState(false)
  const groups = destinationsFor(permissions, config().dash_url)
  useDocumentTitle(pathname === '/' ? 'Wheelhouse' : t(titleOf(pathname)))
  useEffect(startLive, [])
  useFindKey(() => setFinding(true))
  return (
    <AppFrame
      groups={entriesOf(groups, pathname)}
      phoneItems={phoneItems(groups, pathname)}
      isMoreOpen={isMoreOpen}
      onMore={setMoreOpen}
      onFind={() => setFinding(true)}
      isCollapsed={!drawer}
      onCollapse={(isCollapsed) => useApp.setState({ drawer: !isCollapsed })}
      user={<Person />}
      banner={<Offline />}
    >
      <Screen />
      <Palette groups={groups} isOpen={isFinding} onClose={() => setFinding(false)} />
    </AppFrame>
  )
}

/** The routed screen, or the bare empty view where the switch is off and the route has no mark. */
function Screen() {
  const isForProduction = useMatches({ select: (matches) => matches.at(-1)?.staticData.isForProduction === true })
  return isForProduction || config().non_production ? <Outlet /> : <EmptyScreen />
}

function Person() {
  const { email, userRoles } = useUser()
  const scheme = useAppearance((state) => state.scheme)
  const { data: me } = useQuery(read(profile, {}, fetchFailures.profile))
  const { navigate } = useRouter()
  const [isChoosing, setChoosing] = useState(false)
  const drawer = useApp((state) => state.drawer)
  const isPhone = usePhone()
  const isCompact = !isPhone && (useNarrow() || !drawer)
  const address = me?.email ?? email ?? ''
  return (
    <>
      <UserMenu
        name={me?.name ?? address}
        email={[me?.organization_name, address].filter(Boolean).join(' · ')}
        isCompact={isCompact}
        roles={(userRoles ?? []).map(({ name, groupName }) => ({ role: name, group: groupName }))}
        entries={[{ label: t('Preferences'), icon: IconAdjustments, onClick: () => setChoosing(true) }]}
        scheme={scheme}
        onScheme={chooseScheme}
        onLogOut={() => void navigate({ to: '/logout', search: { redirecting: 'true' } })}
      />
      <PreferencesDialog isOpen={isChoosing} onClose={() => setChoosing(false)} />
    </>
  )
}

function Offline() {
  const isOnline = useApp((state) => state.isOnline)
  const { offlineSince } = useLive()
  const format = useFormat()
  return isOnline || offlineSince === null ? null : <OfflineBar since={format.time(new Date(offlineSince).toISOString())} />
}

const entriesOf = (groups: readonly DestinationGroup[], pathname: string): NavGroupEntries[] =>
  groups.map(({ label, destinations }) => ({
    label: t(label),
    entries: destinations.map(({ label: name, icon, path, children }) => ({
      label: t(name),
      icon,
      href: path,
      isActive: isWithin(pathname, path) || (children ?? []).some((child) => isWithin(pathname, child.path)),
      children: children?.map((child) => ({ label: t(child.label), href: child.path, isActive: isWithin(pathname, child.path) })),
    })),
  }))

const onPhone: { label: string; path: string; icon: TablerIcon }[] = [
  { label: 'Scan', path: '/deep-link/search', icon: IconQrcode },
  { label: 'Locations', path: '/locations', icon: IconMapPin },
  { label: 'Find', path: '/find', icon: IconUserSearch },
  { label: 'Support', path: '/support', icon: IconMessageCircleQuestion },
]

/** At most three that this person may use; the rest is below "More". */
const phoneItems = (groups: readonly DestinationGroup[], pathname: string): PhoneItem[] =>
  onPhone
    .filter(({ path }) => groups.some(({ destinations }) => destinations.some((one) => one.path === path)))
    .slice(0, 3)
    .map(({ label, path, icon }) => ({ label: t(label), icon, href: path, isActive: isWithin(pathname, path) }))

function useFindKey(open: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  })
}
