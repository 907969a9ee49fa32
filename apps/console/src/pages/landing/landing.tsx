import { IconArrowRight, IconBookmark, IconHistory } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { config } from '../../http/config.ts'
import { t } from '../../i18n/i18n.ts'
import { recentPlaces } from '../../shell/recent-places.ts'
import { useOwnViews } from '../../lists/saved-views.ts'
import { useUser } from '../../stores/user-store.ts'
import { Link } from '../../ui/details/link.tsx'
import { EmptyView } from '../../ui/frame/states.tsx'
import { destinationsFor, placeOfList } from '../navigation/navigation.ts'
import type { Destination } from '../navigation/navigation.ts'
import classes from './landing.module.css'

/** What people come for, most wanted first; the rest of the menu follows in its order. */
const wanted = [
  '/locations',
  '/deep-link/search',
  '/device-sessions/active',
  '/find',
  '/hardware/find',
  '/maintenance-log',
  '/support',
  '/rentals',
  '/analytics/reports',
  '/organizations',
  '/points-of-interest',
  '/public-areas',
]
const shownAtMost = 6

/** Six entries of the menu of this person; an address outside is none of them. */
function shortcutsAmong(mine: readonly Destination[]): readonly Destination[] {
  const first = wanted.flatMap((path) => mine.filter((one) => one.path === path))
  const others = mine.filter((one) => !first.includes(one) && one.path.startsWith('/'))
  return [...first, ...others].slice(0, shownAtMost)
}

const viewsAtMost = 8

interface Way {
  path: string
  title: string
  /** The list that a view is of. */
  detail?: string
}

/** The quiet start: shortcuts and saved views that this person may use, and where they were last. Nothing heavy is asked for. */
export function Landing() {
  const { userPermissions, subId } = useUser()
  const mine = destinationsFor(userPermissions, config().dash_url).flatMap(({ destinations }) => destinations)
  const shortcuts = shortcutsAmong(mine)
  const recent = recentPlaces(subId)
  const saved = useOwnViews()
  const views = saved.flatMap(({ list, name, search }): Way[] => {
    const path = placeOfList(list)
    const place = mine.find((one) => one.path === path || one.children?.some((child) => child.path === path))
    return path && place ? [{ path: search ? `${path}?${search}` : path, title: name, detail: t(place.label) }] : []
  })
  // What colleagues share is there before one has been anywhere.
  const isNew = recent.length === 0 && saved.every(({ shared_by }) => shared_by !== null)
  return (
    <EmptyView title={t('Start')}>
      <div className={classes.landing}>
        <ul className={classes.shortcuts} aria-label={t('Shortcuts')}>
          {shortcuts.map(({ path, label, icon: Icon }) => (
            <li key={path}>
              <Link href={path}>
                <Icon size={16} aria-hidden />
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
        {shortcuts.length === 0 && <p>{t('You have no role yet. Ask the administrator of your organization.')}</p>}
        <Ways label={t('Saved views')} icon={IconBookmark} ways={views.slice(0, viewsAtMost)} />
        <Ways label={t('Recent places')} icon={IconHistory} ways={recent} />
        {isNew && shortcuts.length > 0 && <FirstSteps paths={shortcuts.map(({ path }) => path)} />}
      </div>
    </EmptyView>
  )
}

/** For someone who has been nowhere yet. */
function FirstSteps({ paths }: { paths: readonly string[] }) {
  const steps: readonly Way[] = [
    { path: '/deep-link/search', title: t('Scan or type the code of a rack') },
    { path: '/locations', title: t('Save a filtered list as a view') },
    { path: '/profile', title: t('Set your time zone, formats and theme') },
  ]
  return (
    <>
      <Ways
        label={t('First steps')}
        icon={IconArrowRight}
        ways={steps.filter(({ path }) => path === '/profile' || paths.includes(path))}
      />
      <p className={classes.keys}>
        <kbd>Ctrl K</kbd> {t('finds locations, devices, sessions and people')} · <kbd>?</kbd> {t('shows all keys')}
      </p>
    </>
  )
}

function Ways({ label, icon: Icon, ways }: { label: string; icon: TablerIcon; ways: readonly Way[] }) {
  if (ways.length === 0) return null
  return (
    <section className={classes.ways} aria-label={label}>
      <h2>{label}</h2>
      <ul>
        {ways.map(({ path, title, detail }) => (
          <li key={`${path} ${title}`}>
            <Link href={path}>
              <Icon size={14} aria-hidden />
              <span>{title}</span>
              {detail !== undefined && <small>{detail}</small>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
