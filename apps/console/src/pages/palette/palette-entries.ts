import {
  IconAdjustments,
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconBook2,
  IconFlag,
  IconHistory,
  IconBookmark,
  IconDownload,
  IconEyeOff,
  IconKeyboard,
  IconLogout,
  IconMapPinPlus,
  IconMoon,
  IconSun,
  IconUpload,
  IconUserCircle,
  IconUserPlus,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { PermissionMap } from '@wheelhouse/contract/access.ts'
import { isNeeds } from '@wheelhouse/contract/access.ts'
import { createConsoleUser } from '@wheelhouse/contract/console-users/console-users.ts'
import { createLocation } from '@wheelhouse/contract/locations/location-edit.ts'
import { createPointOfInterest } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { SavedView } from '@wheelhouse/contract/saved-views/saved-views.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { chooseDensity, chooseScheme } from '../../shell/appearance.ts'
import type { Appearance } from '../../shell/appearance.ts'
import { can } from '../../session/can.ts'
import { currentView } from '../../session/view-as.ts'
import { leaveView } from '../../features/view-as/view-as-choices.ts'
import { t } from '../../i18n/i18n.ts'
import type { RecentPlace } from '../../shell/recent-places.ts'
import { listPlaces, placeOfList } from '../navigation/navigation.ts'
import type { DestinationGroup } from '../navigation/navigation.ts'
import { holdsAll, wordsIn } from './palette-words.ts'

/** One line of the palette: it leads somewhere or does something. */
export interface Entry {
  key: string
  kind: string
  icon: TablerIcon
  /** Before the label, in figures: a location code. */
  code?: string
  label: string
  detail?: string
  /** What of it was typed. */
  marks: readonly string[]
  trailing?: ReactNode
  href?: string
  /** Beside the console: its router knows nothing of it. */
  isOutside?: boolean
  run?: () => void
  /** It is shown and cannot be chosen. */
  whyNot?: string
  /** What else can be done with it, one step further: Tab or the right arrow. */
  actions?: () => Entry[]
}

export function pagesWith(text: string, groups: readonly DestinationGroup[]): Entry[] {
  const marks = wordsIn(text)
  const pages = groups.flatMap((group) =>
    group.destinations.flatMap(({ label, icon, path, children }) => {
      const page = (name: string, href: string): Entry => ({
        key: `page ${name} ${href}`,
        kind: t('Pages'),
        icon,
        label: name,
        detail: t(group.label),
        marks,
        href,
        isOutside: !href.startsWith('/'),
      })
      return children
        ? children.map((child) =>
            page(child.label.length < 8 ? `${t(label)}, ${t(child.label).toLowerCase()}` : t(child.label), child.path),
          )
        : [page(t(label), path)]
    }),
  )
  return pages.filter(({ label, detail }) => holdsAll(`${label} ${detail}`, marks))
}

/** The pages of this person, each by its address: a list of them has saved views and a file. */
const pagesByPath = (groups: readonly DestinationGroup[]): ReadonlyMap<string, Entry> =>
  new Map(pagesWith('', groups).flatMap((page) => (page.href === undefined ? [] : [[page.href, page] as const])))

/** Views of lists that this person may open. */
export function viewsWith(text: string, views: readonly SavedView[], groups: readonly DestinationGroup[]): Entry[] {
  const pages = pagesByPath(groups)
  const marks = wordsIn(text)
  const entries = views.flatMap(({ id, list, name, search }): Entry[] => {
    const path = placeOfList(list)
    const page = path === undefined ? undefined : pages.get(path)
    const href = search === '' ? path : `${path}?${search}`
    return page === undefined
      ? []
      : [
          {
            key: `view ${id}`,
            kind: t('Saved views'),
            icon: IconBookmark,
            label: name,
            detail: page.label,
            marks,
            href,
          },
        ]
  })
  return entries.filter(({ label, detail }) => holdsAll(`${label} ${detail} ${t('view')}`, marks))
}

/** The list that is open is exported as it is filtered; another one whole. */
export function exportsWith(text: string, groups: readonly DestinationGroup[], here: string): Entry[] {
  const pages = pagesByPath(groups)
  const marks = wordsIn(text)
  const [current = ''] = here.split('?')
  const entries = listPlaces.flatMap(({ name, path }): Entry[] => {
    const page = pages.get(path)
    if (page === undefined) return []
    const isHere = path === current
    return [
      {
        key: `export ${name}`,
        kind: t('Actions'),
        icon: IconDownload,
        label: t('Export {{list}}', { list: page.label.toLowerCase() }),
        ...(isHere ? { detail: t('as filtered now') } : {}),
        marks,
        href: `${isHere ? here : path}#export`,
      },
    ]
  })
  const isOpen = ({ href = '' }: Entry) => href.startsWith(`${here}#`)
  return entries
    .filter(({ label }) => holdsAll(label, marks))
    .toSorted((one, other) => Number(isOpen(other)) - Number(isOpen(one)))
}

export const recentWith = (places: readonly RecentPlace[]): Entry[] =>
  places.map(({ path, title }) => {
    const [, code = '', name = title] = /^(\d{6}(?:\/\d+)?)\s+(.+)$/.exec(title) ?? []
    return {
      key: `recent ${path}`,
      kind: t('Recent places'),
      icon: IconHistory,
      code,
      label: name,
      marks: [],
      href: path,
    }
  })

interface Doing extends Appearance {
  permissions: PermissionMap | null
  onPreferences: () => void
  /** Shows the keys of the console. */
  onKeys: () => void
}

/** Verbs last. What a person may not do is not offered. */
export function actionsWith(text: string, { permissions, scheme, density, onPreferences, onKeys }: Doing): Entry[] {
  const marks = wordsIn(text)
  const may = ({ access }: Pick<Route, 'access'>): boolean => isNeeds(access) && can(permissions, access)
  const verb = (label: string, icon: TablerIcon, does: Pick<Entry, 'href' | 'run' | 'isOutside'>): Entry => ({
    key: `do ${label}`,
    kind: t('Actions'),
    icon,
    label,
    marks,
    ...does,
  })
  const isDark = scheme === 'dark'
  const isCompact = density === 'compact'
  const view = currentView()
  const verbs = [
    ...(view === null
      ? []
      : [verb(t('Leave the view as {{name}}', { name: view.name }), IconEyeOff, { run: () => void leaveView() })]),
    ...(may(createLocation) ? [verb(t('New location'), IconMapPinPlus, { href: '/locations?open=new' })] : []),
    ...(may(createLocation) || can(permissions, { location: ['UPDATE'] })
      ? [verb(t('Import locations'), IconUpload, { href: '/locations/import' })]
      : []),
    ...(may(createPointOfInterest)
      ? [verb(t('Create point of interest'), IconFlag, { href: '/points-of-interest?open=new' })]
      : []),
    ...(may(createConsoleUser)
      ? [verb(t('Invite console user'), IconUserPlus, { href: '/users/console?open=new' })]
      : []),
    verb(isDark ? t('Light theme') : t('Dark theme'), isDark ? IconSun : IconMoon, {
      run: () => chooseScheme(isDark ? 'light' : 'dark'),
    }),
    verb(
      isCompact ? t('Comfortable rows') : t('Compact rows'),
      isCompact ? IconBaselineDensityMedium : IconBaselineDensitySmall,
      {
        run: () => chooseDensity(isCompact ? 'comfortable' : 'compact'),
      },
    ),
    verb(t('Preferences'), IconAdjustments, { run: onPreferences }),
    verb(t('Keyboard shortcuts'), IconKeyboard, { run: onKeys }),
    verb(t('Your profile'), IconUserCircle, { href: '/profile' }),
    ...(can(permissions, { console: ['DEVELOP'] })
      ? [verb(t('API reference'), IconBook2, { href: '/docs/', isOutside: true })]
      : []),
    verb(t('Log out'), IconLogout, { href: '/logout?redirecting=true' }),
  ]
  return verbs.filter(({ label }) => holdsAll(label, marks))
}
