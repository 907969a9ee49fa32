import type { ResourceType } from '@wheelhouse/contract/access.ts'
import { commandWord } from '@wheelhouse/contract/commands/command-words.ts'
import { alarmLabel } from '@wheelhouse/contract/devices/alarm-labels.ts'
import { eventTitle } from '@wheelhouse/contract/events/event-kinds.ts'
import type { NoticeTopic } from '@wheelhouse/contract/inbox/inbox.ts'
import { momentText } from '@wheelhouse/mail/moment-text.ts'

/** What a message says of one event: names and states, no personal data and no comments of people. */
export interface NoticedEvent {
  id: string
  at: string
  kind: string
  title: string
  resource_type: string
  resource_id: string
  resource_name: string | null
  location: { id: string; code: string; label: string } | null
  details: Record<string, unknown>
  /** Kept with the message and not sent: on this it is asked who may read of the event. */
  through?: { type: ResourceType; id: string } | null
}

/** The body of a webhook, and what the other formats are written from. */
export interface Payload {
  type: NoticeTopic
  timestamp: string
  data: { organization_id: string; count: number; events: NoticedEvent[] }
}

/** As a receiver outside gets it. */
export const toldOutside = ({ data, ...envelope }: Payload) => ({
  ...envelope,
  data: { ...data, events: data.events.map(({ through: _, ...told }) => told) },
})

const detailNames = ['alarm', 'status', 'command', 'failure', 'how_ended', 'dock_state'] as const

export const detailsOf = (fields: Record<string, unknown> | null): Record<string, unknown> =>
  Object.fromEntries(detailNames.flatMap((name) => (fields?.[name] === undefined ? [] : [[name, fields[name]]])))

const readable = (word: unknown): string => String(word ?? '').replaceAll('_', ' ')

/** In English, as on the screens: the receiver may be a person. */
export function titleOf(feature: string, verb: string, name: string, after: Record<string, unknown> | null): string {
  const title = eventTitle(feature, verb)
  if (title !== undefined) return title.replace(/\{\{(name|thing)\}\}/g, () => name)
  if (feature === 'alarms')
    return `${name}: ${alarmLabel(String(after?.alarm ?? ''))}${verb === 'cleared' ? ', cleared' : ''}`
  if (feature === 'locations') return `Status of ${name} changed to ${readable(after?.status)}`
  if (feature === 'commands') return `${name}: ${commandWord(String(after?.command ?? ''))}, ${readable(after?.status)}`
  return `${name}: ${readable(verb)}`
}

const headline = ({ data: { count, events } }: Payload): string =>
  count === 1 ? (events[0]?.title ?? 'Wheelhouse') : `${count} events`

const where = ({ location }: NoticedEvent): string => (location ? ` (${location.code} ${location.label})` : '')
const lineOf = (event: NoticedEvent): string => `${event.title}${where(event)}, ${momentText(new Date(event.at))}`

const shownAtMost = 50
const linesOf = ({ data: { events } }: Payload): string[] => [
  ...events.slice(0, shownAtMost).map(lineOf),
  ...(events.length > shownAtMost ? [`and ${events.length - shownAtMost} more`] : []),
]

const forSlack = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Slack's incoming webhooks take text in Slack's markup. */
export const slackBody = (payload: Payload): object => ({
  text: [`*${forSlack(headline(payload))}*`, ...linesOf(payload).map((line) => `• ${forSlack(line)}`)].join('\n'),
})

/** Teams takes an adaptive card; its text must not be read as markup. */
export const teamsBody = (payload: Payload): object => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          { type: 'TextBlock', text: plainMarkdown(headline(payload)), weight: 'Bolder', wrap: true },
          ...linesOf(payload).map((line) => ({ type: 'TextBlock', text: plainMarkdown(line), wrap: true })),
        ],
      },
    },
  ],
})
const plainMarkdown = (text: string): string => text.replace(/[\\`*_{}[\]()#+!|<>~-]/g, (mark) => `\\${mark}`)

const forHtml = (text: string): string => forSlack(text).replaceAll('"', '&quot;')

interface Receiver {
  to: string
  organization_name: string
  console_url: string
}

/** Says why it came and where that is changed. */
export function mailOf(payload: Payload, { to, organization_name, console_url }: Receiver) {
  const lines = linesOf(payload)
  const reason = `You receive this because ${organization_name} subscribes to “${readable(payload.type)}”. Change or delete the subscription under Organization, Notifier:`
  const address = `${console_url}/organizations/${payload.data.organization_id}?view=notifier`
  return {
    to,
    subject: `Wheelhouse: ${headline(payload)}`.replace(/\p{Cc}/gu, ' ').slice(0, 200),
    text: [...lines, '', reason, address].join('\n'),
    html: `<ul>${lines.map((line) => `<li>${forHtml(line)}</li>`).join('')}</ul><p>${forHtml(reason)}<br>${forHtml(address)}</p>`,
  }
}
