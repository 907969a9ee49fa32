import { deviceTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import { t } from '../../i18n/i18n.ts'
import type { Act } from './event-acts.ts'
import { sentenceOf } from './event-sentences.ts'
import type { EventSentence } from './event-words.ts'

/** Titles of several devices at once, by verb. Keys of `t`. */
const together: Record<string, string> = {
  raised: '{{devices}} are offline',
  confirmed: 'Outage of {{devices}} confirmed',
  repeated: '{{devices}} are still offline',
  cleared: 'Outage of {{devices}} is over',
}
/** The same where their controller went with them: the controller is the cause. */
const ofController: Record<string, string> = {
  raised: '{{name}} offline, {{devices}} affected',
  confirmed: 'Outage of {{thing}} confirmed, {{devices}} affected',
  repeated: '{{name}} still offline, {{devices}} affected',
  cleared: 'Outage of {{thing}} and {{devices}} is over',
}

const dock = `${deviceTypeLabels.dock} `

/** "11 docks", or "12 devices" where they differ in kind. */
function devicesOf({ affected }: Act): string {
  const count = affected.length
  if (affected.every(({ resource_name }) => resource_name?.startsWith(dock)))
    return count === 1 ? t('1 dock') : t('{{count}} docks', { count })
  return count === 1 ? t('1 device') : t('{{count}} devices', { count })
}

/** One line for an act: what its weightiest event says, or what one cause did to several devices. */
export function sentenceOfAct(act: Act): EventSentence {
  const { head, cause, affected } = act
  const own = sentenceOf(head, cause)
  if (affected.length === 0) return own
  const isOfController = !affected.includes(head)
  const title = (isOfController ? ofController : together)[head.verb]
  const name = head.resource_name ?? ''
  const values = { name, thing: name.replace(/^./, (first) => first.toLowerCase()), devices: devicesOf(act) }
  return title === undefined ? own : { ...own, title: t(title, values) }
}

/** "01, 03, 05": which of them, in their order. */
export const numbersOf = ({ affected }: Act): string =>
  affected
    .map(({ resource_name }) => resource_name ?? '')
    .map((name) => (name.startsWith(dock) ? name.slice(dock.length) : name))
    .toSorted()
    .join(', ')
