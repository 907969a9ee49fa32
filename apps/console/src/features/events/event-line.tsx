import { IconArrowRight, IconChevronDown } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import type { ReactNode } from 'react'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import { useCan } from '../../session/can.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { Link } from '../../ui/details/link.tsx'
import { consoleUserPath } from '../console-users/console-user-address.ts'
import { devicePath } from '../devices/device-link.tsx'
import { LocationLink, locationPath } from '../locations/location-link.tsx'
import { parkingSessionPath } from '../parking-sessions/parking-session-link.tsx'
import type { Act } from './event-acts.ts'
import { changesOf } from './event-changes.ts'
import type { FieldChange } from './event-changes.ts'
import { numbersOf, sentenceOfAct } from './act-sentences.ts'
import { commandName, hasResult, senderInTitle } from './command-sentences.ts'
import { actorName, saidOf, sentenceOf } from './event-sentences.ts'
import type { EventSentence } from './event-words.ts'
import classes from './events.module.css'

type EventLineProps = {
  event: AuditEvent
  isDated?: boolean
  place?: EventPlace
  /** In a history of many things: the page of the one of an event. The line then names it and its location. */
  pathOf?: (event: AuditEvent) => string | undefined
}

/** One act of the history in one line; its steps unfold below it. */
export function ActLine({ act, place }: { act: Act; place: EventPlace }) {
  const [isOpen, setOpen] = useState(false)
  const { head, cause, steps } = act
  if (steps.length === 1) return <EventLine event={head} place={place} />
  return (
    <>
      <EventLine
        event={head}
        place={place}
        cause={cause}
        sentence={sentenceOfAct(act)}
        which={numbersOf(act)}
        steps={<StepsButton count={steps.length} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
      />
      {isOpen && steps.map((step) => <EventLine key={step.id} event={step} place={place} isStep />)}
    </>
  )
}

const StepsButton = ({ count, isOpen, onToggle }: { count: number; isOpen: boolean; onToggle: () => void }) => (
  <button type="button" className={classes.steps} aria-expanded={isOpen} onClick={onToggle}>
    {count === 1 ? t('1 step') : t('{{count}} steps', { count })}
    <IconChevronDown size={12} aria-hidden />
  </button>
)

interface OfAct {
  isStep?: boolean
  cause?: AuditEvent | null
  /** Of the whole act, in place of the one of the event alone. */
  sentence?: EventSentence
  /** Which devices it concerns, where there are several. */
  which?: string
  steps?: ReactNode
}

/** One entry of the history: when, what, who and why, then the fields before and after. */
export function EventLine({
  event,
  isDated = false,
  isStep = false,
  place,
  pathOf,
  cause = null,
  sentence,
  which,
  steps,
}: EventLineProps & OfAct) {
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { icon: Icon, tone = 'text2', title } = sentence ?? sentenceOf(event)
  const changes = changesOf(event, format)
  const pathHere = useEventHref(place)
  // Several devices have no page in common.
  const href = which ? undefined : (pathOf ?? pathHere)(event)
  return (
    <li className={classes.line} data-tone={tone} data-dated={isDated || undefined} data-step={isStep || undefined}>
      <time dateTime={event.at} data-tip={format.exact(event.at)}>
        {isDated ? format.dateTime(event.at) : format.time(event.at)}
      </time>
      <span className={classes.box} aria-hidden>
        <Icon size={14} />
      </span>
      <span className={classes.what}>
        <strong title={title}>{href === undefined ? title : <Link href={href}>{title}</Link>}</strong>
        <EventDetail event={event} cause={cause} place={place} which={which}>
          {pathOf === undefined ? steps : thingAndPlace(event, title)}
        </EventDetail>
      </span>
      {changes.length > 0 && (
        <span className={classes.changes}>
          {changes.map((change) => (
            <Change key={change.field} change={change} />
          ))}
        </span>
      )}
      <button
        type="button"
        className={classes.more}
        aria-expanded={isOpen}
        aria-label={t('IDs of this event: {{title}}', { title })}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronDown size={14} aria-hidden />
      </button>
      {isOpen && <Ids event={event} />}
    </li>
  )
}

interface EventDetailProps {
  event: AuditEvent
  /** The command that set it off: its sender and reason say more than the hardware that carried it out. */
  cause?: AuditEvent | null
  place?: EventPlace | undefined
  which?: string | undefined
  /** Words alone, where the line leads to one page only. */
  isPlain?: boolean
  children?: ReactNode
}

/** Who it was and where, each as a link where there is a page for it, and what they said about it. */
export function EventDetail({ event, cause = null, place, which, isPlain = false, children }: EventDetailProps) {
  const mayDevices = useCan({ device: ['GET'] }) && !isPlain
  const { device_id, resource_name } = event
  const isThere = mayDevices && device_id !== null && device_id !== place?.deviceId && place?.locationId !== undefined
  const parts: [string, ReactNode][] = [
    ['who', senderInTitle(event, cause) === null && <Who event={cause ?? event} isPlain={isPlain} />],
    ['command', hasResult(event) && commandName(event)],
    [
      'device',
      isThere && resource_name !== null && (
        <Link href={devicePath(certain(place.locationId), device_id)}>{resource_name}</Link>
      ),
    ],
    ['which', which],
    ['cause', cause && saidOf(cause)],
    ['said', saidOf(event)],
    ['steps', children],
  ]
  const shown = parts.filter(([, part]) => Boolean(part))
  return (
    <span>
      {shown.map(([id, part], index) => (
        <Fragment key={id}>
          {index > 0 && ' · '}
          {part}
        </Fragment>
      ))}
    </span>
  )
}

function Who({ event, isPlain }: { event: AuditEvent; isPlain: boolean }) {
  const may = useCan({ console_user: ['GET'] })
  const { actor_kind, actor_id } = event
  const who = actorName(event)
  return may && !isPlain && actor_kind === 'person' && actor_id !== null ? (
    <Link href={consoleUserPath(actor_id)}>{who}</Link>
  ) : (
    who
  )
}

/** What it happened to, where the title does not name it, and at which location. */
function thingAndPlace({ resource_name, ...event }: AuditEvent, title: string): ReactNode {
  const { location_id, location_code, location_label } = event
  const isNamed = resource_name === null || title.toLowerCase().includes(resource_name.toLowerCase())
  const location = location_id !== null && location_label !== null && (
    <LocationLink id={location_id} code={location_code ?? undefined} label={location_label} />
  )
  if (isNamed || resource_name === location_label) return location
  return (
    <>
      {resource_name}
      {location && ' · '}
      {location}
    </>
  )
}

/** The ids that support needs: the same correlation id is in the header of the response and in the server's log. */
function Ids({ event }: { event: AuditEvent }) {
  const { exact } = useFormat()
  const ids: [string, string | null][] = [
    [t('Correlation ID'), event.correlation_id],
    [t('Event'), event.id],
    [t(event.resource_type.replaceAll('_', ' ')), event.resource_id],
    [t('Person'), event.actor_id],
  ]
  return (
    <dl className={classes.ids}>
      <div>
        <dt>{t('At')}</dt>
        <dd>{exact(event.at)}</dd>
      </div>
      {ids.map(([label, id]) =>
        id === null ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <CopyableId id={id} isMono />
            </dd>
          </div>
        ),
      )}
    </dl>
  )
}

const Change = ({ change: { field, before, after } }: { change: FieldChange }) => (
  <span className={classes.change}>
    <span>{field}</span>
    {before !== null && <del>{before}</del>}
    {before !== null && <IconArrowRight size={12} aria-hidden />}
    <ins>{after ?? '–'}</ins>
  </span>
)

/** The place of the events: a location, or a device that is open there. */
export interface EventPlace {
  locationId?: string
  deviceId?: string
}

const tabOf: Record<string, string> = {
  external_device: 'tab=external-devices',
  log_entry: 'tab=maintenance',
  security_photo: 'tab=photos',
  service_fee: 'view=service-fees',
}

/** The page of what an event is about, where there is one that this person may open; none of what one looks at already. */
export function useEventHref({ locationId, deviceId }: EventPlace = {}): (event: AuditEvent) => string | undefined {
  const maySessions = useCan({ session: ['GET'] })
  const mayDevices = useCan({ device: ['GET'] })
  return ({ resource_type, resource_id, feature, verb }) => {
    if (resource_type === 'session') return maySessions ? parkingSessionPath(resource_id) : undefined
    if (locationId === undefined) return undefined
    const isGone = feature === 'devices' && verb === 'deleted'
    if (resource_type === 'device')
      return mayDevices && resource_id !== deviceId && !isGone ? devicePath(locationId, resource_id) : undefined
    const tab = tabOf[resource_type]
    return tab && `${locationPath(locationId)}?${tab}`
  }
}
