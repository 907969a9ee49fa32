import {
  IconAdjustments,
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconBook2,
  IconFlag,
  IconHistory,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
  IconUserPlus,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { PermissionMap } from '@wheelhouse/contract/access.ts'
import { isNeeds } from '@wheelhouse/contract/access.ts'
import { createConsoleUser } from '@wheelhouse/contract/console-users/console-users.ts'
import { createPointOfInterest } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { chooseDensity, chooseScheme } from '../../shell/appearance.ts'
import type { Appearance } from '../../shell/appearance.ts'
import { can } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import type { RecentPlace } from '../../shell/recent-places.ts'
import type { DestinationGroup } from '../navigation/navigation.ts'

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
}

const holdsAll = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.toLowerCase().includes(word))

export const wordsIn = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

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
}

/** Verbs last. What a person may not do is not offered. */
export function actionsWith(text: string, { permissions, scheme, density, onPreferences }: Doing): Entry[] {
  const marks = wordsIn(text)
  const may = ({ access }: Pick<Route, 'access'>): boolean => isNeeds(access) && can(permissions, access)
  const verb = (label: string, icon: TablerIcon, does: Pick<Entry, 'href' | 'run' | 'isOutside'>): Entry => ({
    key: `do ${label}`,
    kind: t('Do'),
    icon,
    label,
    marks,
    ...does,
  })
  const isDark = scheme === 'dark'
  const isCompact = density === 'compact'
  const verbs = [
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
    verb(t('Your profile'), IconUserCircle, { href: '/profile' }),
    ...(can(permissions, { console: ['DEVELOP'] })
      ? [verb(t('API reference'), IconBook2, { href: '/docs/', isOutside: true })]
      : []),
    verb(t('Log out'), IconLogout, { href: '/logout?redirecting=true' }),
  ]
  return verbs.filter(({ label }) => holdsAll(label, marks))
}
