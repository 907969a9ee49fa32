import type { SearchHit } from '@wheelhouse/contract/search/search.ts'
import { markBubble } from '../../features/devices/device-styles.ts'
import { foundDetail, foundHref, foundKinds } from '../../features/search/result-labels.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useClock } from '../../ui/base/clock.ts'
import { DockBubble } from '../../ui/details/glyphs.tsx'
import { StatusGlyph } from '../../ui/details/status.tsx'
import { shortDuration } from '../../ui/details/time.tsx'
import type { Entry } from './palette-entries.ts'

export const foundEntry = (hit: SearchHit, format: Format): Entry => ({
  key: `${hit.type} ${hit.id}`,
  kind: t(foundKinds[hit.type].word),
  icon: foundKinds[hit.type].icon,
  code: hit.code,
  label: hit.title,
  detail: foundDetail(hit, format),
  marks: hit.marks,
  trailing: <FoundState hit={hit} />,
  href: foundHref(hit),
})

/** The same glyph as in lists and on the map (look, principle 2). */
function FoundState({ hit: { type, state, dock } }: { hit: SearchHit }) {
  if (dock) return <Dock dock={dock} />
  if (state === 'disabled') return <em>{t('Disabled')}</em>
  if (state === null) return null
  if (type === 'location') return <StatusGlyph of="health" value={state} />
  if (type === 'rental_device') return <StatusGlyph of="rental_device" value={state} />
  return <StatusGlyph of={type === 'command' ? 'command' : 'session'} value={state} />
}

const minuteMs = 60_000

/** Occupied, and since when. */
function Dock({ dock }: { dock: NonNullable<SearchHit['dock']> }) {
  const now = useClock(minuteMs, (at) => at)
  const kind = markBubble({ ...dock, type: dock.device_type }, dock, now)
  const isLong = kind === 'occupied' || kind === 'over_24' || kind === 'over_72'
  return (
    <>
      <DockBubble kind={kind} size={10} label={t(words[kind])} />
      {isLong && dock.dock_state_since !== null && shortDuration(now - Date.parse(dock.dock_state_since))}
    </>
  )
}

const words = {
  free: 'Free',
  booked: 'Booked',
  occupied: 'Occupied',
  over_24: 'Occupied for long',
  over_72: 'Occupied for very long',
  fault: 'Fault',
  no_contact: 'No contact',
  moving: 'Moving',
} as const
