import { createRouter } from '@tanstack/react-router'
import { LoadingScreen } from '../ui/frame/mark.tsx'
import { t } from '../i18n/i18n.ts'
import { BrokenPage, NotFoundPage } from './error-pages.tsx'
import { routeTree } from './routeTree.gen.ts'
import { parseSearch, stringifySearch } from './search-strings.ts'

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 400,
  scrollRestoration: true,
  notFoundMode: 'root',
  defaultPendingComponent: () => <LoadingScreen word={t('Loading')} />,
  defaultErrorComponent: BrokenPage,
  defaultNotFoundComponent: NotFoundPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** Spec section 2: routes without this mark fall back to the empty view when the non-production switch is off. */
    isForProduction?: boolean
  }
}
