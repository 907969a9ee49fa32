import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findBelongingGroups } from '@wheelhouse/contract/permissions/permissions.ts'
import { call } from '../../api/api.ts'
import { chunksOf } from '../../lists/list-bulk-outcome.ts'

type MemberType = 'location' | 'device'

/** The groups of many resources, a hundred a call, without those that may not be seen; undefined until they are known. */
export function useBelongingGroups(resource_type: MemberType, ids: readonly string[]) {
  const { data, isLoading } = useQuery({
    queryKey: [findBelongingGroups.path, resource_type, ...ids],
    queryFn: async ({ signal }) => {
      const known = new Map<string, readonly string[]>()
      for (const resource_ids of chunksOf(ids)) {
        const found = await call(findBelongingGroups, { body: { resource_type, resource_ids } }, { signal })
        for (const one of found) known.set(one.resource_id, one.resource_group_ids)
      }
      return known
    },
    enabled: ids.length > 0,
    // Each dialog counts again what it is about to change.
    staleTime: 0,
    gcTime: 0,
    // When a part was done and the rest is asked about, what is known of the rest is still true.
    placeholderData: keepPreviousData,
  })
  return { known: data, isLoading }
}
