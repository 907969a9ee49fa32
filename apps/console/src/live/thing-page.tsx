import type { ReactNode } from 'react'
import type { SayingRoute } from '@wheelhouse/contract/route.ts'
import { isForbidden, isUnknown } from '../http/api-error.ts'
import { notFoundText } from '../i18n/not-found.ts'
import { missingNeed, useMissingNeed } from '../session/missing-need.ts'
import { Page } from '../ui/frame/page.tsx'
import { ErrorState, NoData, NoPermission } from '../ui/frame/states.tsx'
import { KeptPage } from './kept-page.tsx'
import type { Reading } from './loaded.tsx'

interface ThingPageProps<T> {
  /** Reads the thing: what it needs, and what it says when it fails. */
  route: SayingRoute
  /** Asked only where the person may call the route. */
  query: Reading<T>
  /** What kind of thing it is: "Allowlist". */
  title: string
  /** The list it is in: where one may go when there is no such thing. */
  back: { label: string; href: string }
  /** How the sentence calls it that says there is none: "allowlist". */
  thing: string
  /** Instead of that sentence. */
  unknown?: ReactNode
  /** Until it is there. */
  bones: ReactNode
  children: (data: T) => ReactNode
}

/**
 * The page of one thing: a missing permission is named, a thing that is not there is said to be unknown, and what was read stays
 * when it could not be renewed. Who may no longer see the thing is not shown what was read before.
 */
export function ThingPage<T>({ route, query, title, back, thing, bones, children, unknown }: ThingPageProps<T>) {
  const { data, error, refetch } = query
  const lacked = useMissingNeed(route.access)
  const missing = lacked ?? (isForbidden(error) ? missingNeed(route.access, null) : null)
  const instead = (state: ReactNode) => (
    <Page title={title} back={back}>
      {state}
    </Page>
  )
  if (missing !== null) return instead(<NoPermission {...missing} />)
  if (isUnknown(error)) return instead(unknown ?? <NoData title={notFoundText(thing)} />)
  if (data !== undefined)
    return (
      <KeptPage query={query} failed={route.says.failed}>
        {children(data)}
      </KeptPage>
    )
  if (error === null) return bones
  return instead(<ErrorState title={route.says.failed} detail={error.message} onRetry={() => void refetch()} />)
}
