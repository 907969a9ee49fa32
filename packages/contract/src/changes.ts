import type { ResourceType } from './access.ts'
import type { EventFeature, eventKinds } from './events/event-kinds.ts'

/** What the live stream says that something changed (`Change`): a resource, a thing whose feature records events, or neither. */
export type ChangeType =
  | ResourceType
  | (typeof eventKinds)[EventFeature]['thing']
  | 'event'
  | 'background_job'
  | 'saved_view'
  | 'list_layout'
  | 'notice'
