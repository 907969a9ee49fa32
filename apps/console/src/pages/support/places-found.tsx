import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { caseNumberOf, supportCases } from '@wheelhouse/contract/support/support-cases.ts'
import type { TextKind } from '../../features/find-user/text-kind.ts'
import { useSearch } from '../../features/search/search-choices.ts'
import { CaseLines } from '../../features/support/case-lines.tsx'
import type { SupportSearch } from '../../features/support/support-search.ts'
import { t } from '../../i18n/i18n.ts'
import { useList } from '../../lists/list.ts'
import { useCanCall } from '../../session/can.ts'
import { Link } from '../../ui/details/link.tsx'
import { ErrorState, NoData, Skeleton } from '../../ui/frame/states.tsx'
import { isPlace, placeHref, placeKinds, placeTypes } from './place-links.ts'
import type { PlaceHit } from './place-links.ts'
import classes from './support-page.module.css'

interface FoundProps {
  text: string
  kind: Exclude<TextKind, 'contact'>
  search: SupportSearch
}

/** What is found besides people. A PIN or a card is sent in no address, unless this person says that it is none. */
export function PlacesFound(props: FoundProps) {
  const [asked, setAsked] = useState<string | null>(null)
  if (props.kind !== 'key' || asked === props.text) return <Found {...props} />
  return (
    <div className={classes.maybe}>
      <p>{t('This may be a PIN or a card, so only users were searched.')}</p>
      <Button leftSection={<IconSearch size={15} aria-hidden />} onClick={() => setAsked(props.text)}>
        {t('Search locations and devices, too')}
      </Button>
    </div>
  )
}

/** Devices, vehicles, sessions, rides and locations by their codes, and a case by its number. The person who is open stays open. */
function Found({ text, kind, search }: FoundProps) {
  const { hits, isPending, isFailed, again } = useSearch(text, placeTypes)
  const cases = useCasesNamed(text)
  const places = hits.filter(isPlace)
  if (isFailed) return <ErrorState title={t('Search failed')} onRetry={again} />
  const isEmpty = places.length === 0 && cases.rows.length === 0
  if (isEmpty && (isPending || cases.isLoading)) return <Skeleton lines={3} />
  // Of text that may be a person, the people above have said whether there is one.
  if (isEmpty && kind === 'person') return null
  if (isEmpty)
    return (
      <NoData title={t('Nothing found')}>
        {t(
          'Search for the code of a location, dock or rental device, the ID of a session, rental or hardware, or a case such as S-104.',
        )}
      </NoData>
    )
  return (
    <>
      {cases.rows.length > 0 && (
        <>
          <h2 className={classes.foundTitle}>{t('Support cases')}</h2>
          <CaseLines cases={cases.rows} label={t('Support cases')} />
        </>
      )}
      {places.length > 0 && <Places places={places} search={search} />}
    </>
  )
}

/** `S-104`. A bare number is a code or a PIN more often than a case. */
function useCasesNamed(text: string) {
  const may = useCanCall(supportCases.route)
  const number = /^s/i.test(text) ? caseNumberOf(text) : null
  const list = useList(supportCases.route, { q: text, limit: 10 }, { enabled: may && number !== null, isLive: true })
  // The same text may be part of the subject of other cases.
  return { isLoading: list.isLoading, rows: number === null ? [] : list.rows.filter((one) => one.number === number) }
}

const Places = ({ places, search }: { places: readonly PlaceHit[]; search: SupportSearch }) => (
  <>
    <h2 className={classes.foundTitle}>{t('Devices, rental devices, sessions and locations')}</h2>
    <ul className={classes.found}>
      {places.map((hit) => (
        <li key={`${hit.type} ${hit.id}`}>
          <Link href={placeHref(hit, search)}>
            <strong>
              {hit.code} {hit.title}
            </strong>
            <span>{t(placeKinds[hit.type])}</span>
          </Link>
        </li>
      ))}
    </ul>
  </>
)
