import { ApiError, extraFields } from '../http/api-error.ts'
import { useApp } from '../stores/app-store.ts'
import type { Message } from '../stores/app-store.ts'

/** Spec section 8: what broke is not known. */
export const somethingWentWrong = 'Something went wrong :('

/** Adds messages to the store; one of the same group replaces the older one in its place. */
function push(added: Message[]): void {
  useApp.setState(({ messages }) => ({ messages: added.reduce(place, messages) }))
}

function place(messages: Message[], message: Message): Message[] {
  const at = message.group === undefined ? -1 : messages.findIndex((one) => one.group === message.group)
  return at < 0 ? [...messages, message] : messages.with(at, message)
}

export function pushInfo(text: string, group?: string): void {
  push([{ group, level: 'info', text }])
}

/** Something succeeded, in the words of its route. The same success twice is one message. */
export function pushSuccess(text: string, group = text): void {
  push([{ group, level: 'info', isSuccess: true, text }])
}

/** Spec section 5: pushing error messages requires at least one error. */
export function pushErrors(errors: { text: string; group?: string }[]): void {
  if (errors.length === 0) throw new Error('Missing error messages')
  push(errors.map(({ text, group }) => ({ group, level: 'error', text })))
}

/** Shows why a call failed, in the words of spec section 8. The group defaults to the prefix: a repeated failure is shown once. */
export function pushFailure(prefix: string, error: unknown, group: string = prefix): void {
  pushErrors(failureMessages(prefix, error, group))
}

export function dismissMessage(message: Message): void {
  useApp.setState(({ messages }) => ({ messages: messages.filter((one) => one !== message) }))
}

export function dismissGroup(group: string): void {
  const { messages } = useApp.getState()
  if (messages.some((one) => one.group === group))
    useApp.setState({ messages: messages.filter((one) => one.group !== group) })
}

/** Spec section 8, message display on an error response. */
export function failureMessages(prefix: string, error: unknown, group?: string): { text: string; group?: string }[] {
  if (!(error instanceof Error)) throw new Error('Invalid error response')
  if (!(error instanceof ApiError)) return [{ text: `${prefix}: ${error.message}`, group }]
  const { result } = error
  if (result === null) return [{ text: prefix, group }]
  if ('single' in result) return [{ text: `${prefix}: ${result.single.error_message}`, group }]
  if ('batch' in result) return result.batch.error_results.map((item) => batchMessage(prefix, item, group))
  if ('error' in result) return [{ text: `${prefix}: ${result.error}`, group }]
  throw new Error('Invalid error response')
}

function batchMessage(
  prefix: string,
  item: { error_message: string },
  group?: string,
): { text: string; group?: string } {
  const extras = extraFields(item)
  const listed = extras.map(([key, value]) => `${key}: ${String(value)}`)
  return {
    text: `${prefix}: ${[...listed, item.error_message].join(', ')}`,
    group: [group, ...extras.map(([, value]) => String(value))].join(' ').trim() || undefined,
  }
}

/** The same words for a place in the page. */
export const failureText = (prefix: string, error: unknown): string =>
  failureMessages(prefix, error)
    .map(({ text }) => text)
    .join('\n')
