import { lazyComponent } from '../../ui/base/lazy.tsx'

/** What happened to one thing. The application puts it into the thing's own panel or tab. */
export const ThingEvents = lazyComponent(() => import('./thing-event-list.tsx').then((module) => module.ThingEventList))
