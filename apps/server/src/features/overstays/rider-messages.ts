import { amountText } from '@wheelhouse/contract/currencies.ts'
import { momentText } from '@wheelhouse/mail/moment-text.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { deliverMessages } from '../messages/messages.ts'
import type { Change, LockedOverstay } from './overstay-rows.ts'

type Occasion = 'reminder' | 'notice' | 'fee_announced' | 'fee_charged' | 'removal_ordered' | 'removed'

interface About {
  place: string
  sum: string
  until: string
}

/** What the rider reads at each step. */
const texts: Record<Occasion, (about: About) => { subject: string; text: string }> = {
  reminder: ({ place }) => ({
    subject: 'Please collect your bike',
    text: `Your bike has been at ${place} for longer than the location allows. Please collect it, so that others find a free place.`,
  }),
  notice: ({ place }) => ({
    subject: 'Notice: your bike must be collected',
    text: `Your bike is still at ${place}, beyond the time that the location allows. If it is not collected, a fee can be charged and the bike can be removed.`,
  }),
  fee_announced: ({ place, sum, until }) => ({
    subject: 'A fee will be charged for your bike',
    text: `Your bike is still at ${place}. A fee of ${sum} will be charged on ${until}. Collect the bike before then, or contact support if you object.`,
  }),
  fee_charged: ({ place, sum }) => ({
    subject: 'A fee is charged for your bike',
    text: `A fee of ${sum} is charged for your bike at ${place}, because the bike was not collected.`,
  }),
  removal_ordered: ({ place }) => ({
    subject: 'Your bike will be removed',
    text: `We have ordered the removal of your bike from ${place}. Collect it now to avoid this.`,
  }),
  removed: ({ place, until }) => ({
    subject: 'Your bike was removed',
    text: `We removed your bike from ${place} and keep it for you until ${until}. Contact support to collect it.`,
  }),
}

/** What differs from the row, which is written after the message. */
interface MessageFields {
  fee_minor?: number | null
  currency?: string | null
  until?: string | null
}

/** Puts the message into the inbox of the rider, in the transaction of the step; nobody is known to have parked: to nobody. */
export async function messageRider(
  { tx, journal, jobs }: Change & { jobs: Jobs },
  row: LockedOverstay,
  occasion: Occasion,
  { fee_minor = row.fee_minor, currency = row.currency, until = null }: MessageFields = {},
): Promise<void> {
  if (row.user_id === null) return
  const place = [row.location_label, row.location_address].filter(Boolean).join(', ')
  const sum = fee_minor === null || currency === null ? '' : `${amountText(fee_minor, currency)} ${currency}`
  const message = texts[occasion]({
    place,
    sum,
    until: until === null ? '' : momentText(new Date(until), row.time_zone),
  })
  await deliverMessages({ tx, jobs, journal }, [{ user_id: row.user_id, ...message }])
}
