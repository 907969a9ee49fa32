import type { Notice } from '@wheelhouse/contract/inbox/inbox.ts'
import type { NoticedEvent, Payload } from '../notifier/formats.ts'

type Words = Pick<Notice, 'title' | 'detail' | 'topic' | 'location_id' | 'subject_id'>
const placesNamed = 3

/** What a message of a subscription says in an inbox: only of the events that its reader may see. */
export function subscribedWords({ type, data }: Payload, events: readonly NoticedEvent[]): Words {
  const latest = events.at(-1)
  const title = latest?.title ?? ''
  const places = [...new Map(events.flatMap(({ location }) => (location ? [[location.id, location]] : []))).values()]
  const isOnePlace = places.length === 1 && events.every(({ location }) => location !== null)
  return {
    topic: type,
    title: events.length === 1 ? title : `${events.length} events, the latest: ${title}`,
    detail: namesOf(places.map(({ code, label }) => `${code} ${label}`)),
    location_id: isOnePlace ? (places[0]?.id ?? null) : null,
    subject_id: type === 'test' ? data.organization_id : subjectOf(events),
  }
}

const subjectOf = (events: readonly NoticedEvent[]): string | null =>
  events.length === 1 ? (events[0]?.resource_id ?? null) : null

const namesOf = (names: readonly string[]): string =>
  names.length <= placesNamed
    ? names.join(', ')
    : `${names.slice(0, placesNamed).join(', ')} and ${names.length - placesNamed} more`
