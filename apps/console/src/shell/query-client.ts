import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../http/api-error.ts'
import { fetchFailures } from './failures.ts'
import { dismissGroup, pushFailure } from './messages.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { failed?: string }
    mutationMeta: { failed?: string }
  }
}

/** Only what may pass by itself is asked again: no answer, or a server that is starting. */
const mayPass = (error: unknown): boolean => error instanceof ApiError && (error.status === null || error.status >= 502)

const { location, locationDevices, maintenanceMessages, outages } = fetchFailures
const ofALocation: readonly string[] = [location, locationDevices, maintenanceMessages, outages]

/** No such location: its page says so, and what to do instead; what was asked ahead for it has nothing to add. */
const isToldByPage = (failed: string, error: unknown): boolean =>
  ofALocation.includes(failed) && error instanceof ApiError && (error.status === 404 || error.status === 400)

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta }) =>
      void (meta?.failed && !isToldByPage(meta.failed, error) && pushFailure(meta.failed, error)),
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
