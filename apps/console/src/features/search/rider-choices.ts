import { useQuery } from '@tanstack/react-query'
import { search } from '@wheelhouse/contract/search/search.ts'
import type { SearchHit } from '@wheelhouse/contract/search/search.ts'
import { read } from '../../api/api.ts'
import { useCan } from '../../session/can.ts'

export interface Rider {
  value: string
  label: string
  /** Phone or email, masked. */
  detail: string
}

export const riderOf = ({ id, title, detail }: SearchHit): Rider => ({ value: id, label: title, detail })

/** Who may see riders at all; the server decides of each one. */
export const useMaySeeRiders = (): boolean => useCan({ user: ['GET'] })

/** By the id; null without one, and until the name is known. */
export function useRider(id: unknown): Rider | null {
  const may = useMaySeeRiders()
  const q = typeof id === 'string' ? id : ''
  const { data } = useQuery({
    ...read(search, { query: { q, type: ['user'] } }),
    enabled: may && q !== '',
    staleTime: 60_000,
  })
  const hit = data?.items.find((one) => one.id === id)
  return hit === undefined ? null : riderOf(hit)
}
