import { IconHistory } from '@tabler/icons-react'
import { config } from '../lib/config.ts'
import { t } from '../lib/i18n.ts'
import { recentPlaces } from '../lib/recent-places.ts'
import { useUser } from '../lib/user-store.ts'
import { Link } from '../ui/link.tsx'
import { EmptyView } from '../ui/states.tsx'
import { destinationsFor } from './navigation.ts'
import classes from './landing.module.css'

// What people come for, most wanted first; six of those that this person may open.
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

/** The quiet start: nothing is fetched; shortcuts that this person may use, and where they were last. */
export function Landing() {
  const { userPermissions, subId } = useUser()
  const mine = destinationsFor(userPermissions, config().dash_url).flatMap(({ destinations }) => destinations)
  const shortcuts = wanted.flatMap((path) => mine.filter((one) => one.path === path)).slice(0, shownAtMost)
  const recent = recentPlaces(subId)
  return (
    <EmptyView title={t('Where to?')}>
      <div className={classes.landing}>
        <ul className={classes.shortcuts} aria-label={t('Shortcuts')}>
          {shortcuts.map(({ path, label, icon: Icon }) => (
            <li key={path}>
              <Link href={path}>
                <Icon size={16} stroke={1.75} aria-hidden />
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
        {shortcuts.length === 0 && <p>{t('You hold no role yet. Ask whoever administers your organization.')}</p>}
        {recent.length > 0 && (
          <section className={classes.recent} aria-label={t('Recent places')}>
            <h2>{t('Recent places')}</h2>
            <ul>
              {recent.map(({ path, title }) => (
                <li key={path}>
                  <Link href={path}>
                    <IconHistory size={14} stroke={1.75} aria-hidden />
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </EmptyView>
  )
}
