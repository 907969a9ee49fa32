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
