import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { QueryMeta } from '@tanstack/react-query'
import { ApiError } from '../http/api-error.ts'
import { dismissGroup, pushFailure } from './messages.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      failed?: string
      /** The path names a location. */
      isOfLocation?: boolean
    }
    mutationMeta: { failed?: string }
  }
}

/** Only what may pass by itself is asked again: no answer, or a server that is starting. */
const mayPass = (error: unknown): boolean => error instanceof ApiError && (error.status === null || error.status >= 502)

/** The page of a location says that there is none, and what to do instead; its other replies have nothing to add. */
const isUnknownLocation = (meta: QueryMeta | undefined, error: unknown): boolean =>
  meta?.isOfLocation === true && error instanceof ApiError && (error.status === 404 || error.status === 400)

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta }) =>
      void (meta?.failed && !isUnknownLocation(meta, error) && pushFailure(meta.failed, error)),
    onSuccess: (_data, { meta }) => void (meta?.failed && dismissGroup(meta.failed)),
  }),
  mutationCache: new MutationCache({
    onError: (error, _input, _context, { meta }) => void (meta?.failed && pushFailure(meta.failed, error)),
  }),
  defaultOptions: {
    queries: { staleTime: 15_000, gcTime: 300_000, retry: (count, error) => count < 2 && mayPass(error) },
    mutations: { retry: false, networkMode: 'always' },
  },
})
