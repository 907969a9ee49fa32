import { listUserEvents } from '@wheelhouse/contract/users/users.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'

/** What was done to a user and by them, newest first. */
export const UserEvents = ({ id }: { id: string }) => <ThingEvents route={listUserEvents} params={{ user_id: id }} />
