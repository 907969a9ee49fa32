import type { MaintenanceMessage } from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'

/** As the form has it; null: now, and until it is cleared. */
export interface MessagePeriod {
  starts_at: string | null
  ends_at: string | null
}

const momentIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
export const periodIn = ({ starts_at, ends_at }: Readonly<Record<string, unknown>>): MessagePeriod => ({
  starts_at: momentIn(starts_at),
  ends_at: momentIn(ends_at),
})

export const emptyMessage = { text: '', starts_at: null, ends_at: null }

/** Of the message that is shown now, for its form. It has begun, so that the changed one begins at once. */
export function valuesOfCurrent(messages: readonly Shown[]): Pick<Shown, 'text' | 'ends_at'> & { starts_at: null } {
  const current = messages.find(({ state }) => state === 'current')
  return current === undefined ? emptyMessage : { text: current.text, starts_at: null, ends_at: current.ends_at }
}

type Shown = Pick<MaintenanceMessage, 'text' | 'state' | 'ends_at'>

const longest = 60
const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text)

/** How many messages are shown or covered now, and which of them app users read again after the new one. */
export function outlookOf(
  messages: readonly Shown[],
  { ends_at }: Pick<MessagePeriod, 'ends_at'>,
): { current: number; returning: string | null } {
  const current = messages.filter(({ state }) => state === 'current')
  const returning =
    ends_at === null ? undefined : current.find((message) => message.ends_at === null || message.ends_at > ends_at)
  return { current: current.length, returning: returning === undefined ? null : shortened(returning.text) }
}
