import { deviceTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import { t } from '../../i18n/i18n.ts'
import type { EventLook } from './event-icons.ts'

export interface EventSentence extends EventLook {
  title: string
}

/** The cause is the command of a person that set it off, where that is known. */
export type WriteSentence = (event: AuditEvent, name: string, cause: AuditEvent | null) => EventSentence

export const said = (fields: AuditEvent['after'], field: string): string => {
  const value = fields?.[field]
  return typeof value === 'string' ? value : ''
}
export const readable = (word: string): string => t(word.replaceAll('_', ' '))
/** Makes a word of the API readable; what a person typed stays as it is. */
export const asTyped = (text: string): string => (/^[a-z0-9_]+$/.test(text) ? readable(text) : text)
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const deviceName = new RegExp(`^(${Object.values(deviceTypeLabels).join('|')}) \\d+$`)
/** "dock 07" within a sentence; a name that people gave stays as they wrote it. */
export const within = (name: string): string =>
  deviceName.test(name) ? name.replace(/^./, (first) => first.toLowerCase()) : name
