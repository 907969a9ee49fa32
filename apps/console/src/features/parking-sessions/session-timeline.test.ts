import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ParkingSessionDetails, TimelineEntry } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { stubBrowser } from '../../../test/support/browser-globals.ts'

stubBrowser()
const { SessionTimeline } = await import('./session-timeline.tsx')

const id = '01900000-0000-7000-8000-000000000001'
const [started_at, ended_at] = ['2026-06-15T08:00:00.000Z', '2026-06-15T10:00:00.000Z']

function endOf(how_ended: 'normal' | 'forced', status?: string | null): string | undefined {
  const actor = { actor_kind: 'hardware', actor_name: null, detail: null }
  const told: TimelineEntry[] = [
    { ...actor, id: `${id}-1`, at: started_at, kind: 'event', verb: 'opened', status: null },
    ...(status === undefined
      ? []
      : [{ ...actor, id: `${id}-2`, at: ended_at, kind: 'event' as const, verb: 'ended', status }]),
  ]
  const place = {
    location_id: id,
    location_label: 'Station',
    location_code: '0001',
    bubble_orange_hours: 12,
    bubble_red_hours: 24,
  }
  const session: ParkingSessionDetails = {
    ...place,
    id,
    device_id: id,
    device_type: 'dock',
    device_number: 7,
    user_id: null,
    user_name: null,
    access_key_id: null,
    key_type: null,
    status: 'ended',
    how_ended,
    started_at,
    ended_at,
    rating: null,
    comment: null,
    fee_minor: null,
    currency: null,
    payment_state: null,
    time_zone: 'Europe/Tallinn',
    hardware_id: null,
    dock_state: null,
    free_minutes: null,
    version: 1,
    timeline: told,
  }
  const html = renderToStaticMarkup(createElement(MantineProvider, null, createElement(SessionTimeline, { session })))
  return [...html.matchAll(/<strong>([^<]*)<\/strong>/g)].at(-1)?.[1]
}

test('the timeline says that a session was unlocked only if its lock said so', () => {
  expect(endOf('normal', null)).toBe('Unlocked, session ended')
  expect(endOf('forced', 'unlocked')).toBe('Unlocked by staff, session ended')
  expect(endOf('forced', 'forced')).toBe('Session ended by staff')
  // Of sessions from before the events were kept only the end itself is known.
  expect(endOf('normal')).toBe('Unlocked, session ended')
  expect(endOf('forced')).toBe('Session ended by staff')
})
