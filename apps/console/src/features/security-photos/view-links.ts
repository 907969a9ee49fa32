import { useRef, useState } from 'react'
import { createViewLink } from '@wheelhouse/contract/security-photos/security-photos.ts'
import type { SecurityPhoto, ViewLink } from '@wheelhouse/contract/security-photos/security-photos.ts'
import { useWrite } from '../../api/api.ts'
import { config } from '../../http/config.ts'

export interface ViewLinks {
  of: (id: string) => ViewLink | undefined
  isAsked: (id: string) => boolean
  /** A link is asked for when someone looks, not before: each is an event. */
  ask: (photo: Pick<SecurityPhoto, 'id' | 'location_id'>) => void
}

/** Links of the pictures that were opened here; they are kept by the page alone, and by nothing that outlives it. */
export function useViewLinks(): ViewLinks {
  const [links, setLinks] = useState<Record<string, ViewLink>>({})
  const [asked, setAsked] = useState<readonly string[]>([])
  const underWay = useRef(new Set<string>())
  const link = useWrite(createViewLink)
  return {
    of: (id) => links[id],
    isAsked: (id) => asked.includes(id),
    ask: ({ id, location_id }) => {
      if (underWay.current.has(id)) return
      underWay.current.add(id)
      setAsked((before) => [...before, id])
      link
        .mutateAsync({ params: { location_id, photo_id: id } })
        .then((given) =>
          setLinks((before) => ({ ...before, [id]: { ...given, url: `${config().api_url}${given.url}` } })),
        )
        // Said already, as "Get view link failed".
        .catch(() => undefined)
        .finally(() => {
          underWay.current.delete(id)
          setAsked((before) => before.filter((one) => one !== id))
        })
    },
  }
}
