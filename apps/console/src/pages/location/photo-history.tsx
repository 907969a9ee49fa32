import type { ReactNode } from 'react'
import { listSecurityPhotoEvents } from '@wheelhouse/contract/security-photos/security-photos.ts'
import type { SecurityPhoto } from '@wheelhouse/contract/security-photos/security-photos.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { useMayDo } from '../../forms/action-button.tsx'

/** The events of a photo, for those who may read them. */
export function usePhotoHistory(): ((photo: SecurityPhoto) => ReactNode) | undefined {
  return useMayDo(listSecurityPhotoEvents) ? historyOf : undefined
}

const historyOf = ({ id, location_id }: SecurityPhoto) => (
  <ThingEvents route={listSecurityPhotoEvents} params={{ location_id, photo_id: id }} />
)
