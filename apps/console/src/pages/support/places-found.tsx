import { isOneOf } from '@wheelhouse/contract/certain.ts'
import type { SearchHit } from '@wheelhouse/contract/search/search.ts'
import { useSearch } from '../../features/search/search-choices.ts'
import { supportPath } from '../../features/support/support-address.ts'
import type { SupportSearch } from '../../features/support/support-address.ts'
import { t } from '../../i18n/i18n.ts'
import { Link } from '../../ui/details/link.tsx'
import { ErrorState } from '../../ui/frame/states.tsx'
import classes from './support-page.module.css'

const types = ['device', 'session', 'location'] as const
type Place = (typeof types)[number]

/** Keys of `t`. */
const kinds: Record<Place, string> = { device: 'Device', session: 'Parking session', location: 'Location' }

const isPlace = (hit: SearchHit): hit is SearchHit & { type: Place } => isOneOf(types, hit.type)

/** Devices, sessions and locations by their codes. The person who is open stays open. */
export function PlacesFound({ text, search }: { text: string; search: SupportSearch }) {
  const { hits, isFailed, again } = useSearch(text, types)
  const places = hits.filter(isPlace)
  if (isFailed) return <ErrorState title={t('Search failed')} onRetry={again} />
  if (places.length === 0) return null
  return (
    <>
      <h2 className={classes.foundTitle}>{t('Devices, sessions and locations')}</h2>
      <ul className={classes.found}>
        {places.map((hit) => (
          <li key={`${hit.type} ${hit.id}`}>
            <Link href={hrefOf(hit, search)}>
              <strong>
                {hit.code} {hit.title}
              </strong>
              <span>{t(kinds[hit.type])}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function hrefOf({ type, id }: SearchHit & { type: Place }, { user, key }: SupportSearch): string {
  if (type === 'session') return supportPath({ session: id })
  return type === 'device' ? supportPath({ user, key, device: id }) : supportPath({ user, key, location: id })
}
