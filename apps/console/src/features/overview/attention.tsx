import { IconHourglassOff, IconWifiOff } from '@tabler/icons-react'
import { useMemo, useState, type ReactNode } from 'react'
import { valueIn } from '@wheelhouse/contract/certain.ts'
import type { AttentionItem, Overview } from '@wheelhouse/contract/overview/overview.ts'
import { logEntryName } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { deviceNumber, useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Link } from '../../ui/details/link.tsx'
import { StatusGlyph } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { NoData } from '../../ui/frame/states.tsx'
import { groupsOf } from './attention-groups.ts'
import type { AttentionGroup, AttentionKind } from './attention-groups.ts'
import { attentionLink, groupLink } from './overview-links.ts'
import classes from './overview.module.css'

/** Of each kind, until someone asks for the rest. On a phone the numbers and the map follow on the same page. */
const firstOfKind = { desktop: 3, phone: 2 }

/** What someone should look at: a heading for each kind of work, what concerns most devices first. */
export function Attention({ overview: { attention, attention_total: count } }: { overview: Overview }) {
  const format = useFormat()
  const groups = useMemo(() => groupsOf(attention), [attention])
  return (
    <section className={classes.attention} aria-label={t('Needs attention')}>
      <header className={classes.panelHead}>
        <h2>{t('Needs attention')}</h2>
        <span>{format.number(count)}</span>
        <span className={classes.panelNote}>{t('Most affected first')}</span>
      </header>
      {groups.length === 0 ? (
        <NoData title={t('Nothing needs attention')}>{t('Outages, failures and overdue work appear here.')}</NoData>
      ) : (
        <div className={classes.items}>
          {groups.map((group) => (
            <Group key={group.kind} group={group} format={format} />
          ))}
        </div>
      )}
      {count > attention.length && (
        <p className={classes.more}>
          {t('The first {{shown}} of {{all}}', { shown: attention.length, all: format.number(count) })}
        </p>
      )}
    </section>
  )
}

const groupTitles: Record<AttentionKind, string> = {
  outage: 'No contact',
  maintenance: 'Urgent maintenance',
  overstay: 'Occupied for too long',
  commands: 'Failing commands',
  payments: 'Payments',
}

function Group({ group: { kind, items, concerns }, format }: { group: AttentionGroup; format: Format }) {
  const [isWhole, setWhole] = useState(false)
  const first = firstOfKind[usePhone() ? 'phone' : 'desktop']
  // One more line takes as much room as the button for it.
  const shown = isWhole || items.length === first + 1 ? items : items.slice(0, first)
  const title = t(groupTitles[kind])
  return (
    <>
      <div className={classes.groupHead}>
        <h3>
          <Link href={groupLink(kind)}>{title}</Link>
        </h3>
        <span>{kind === 'payments' ? format.number(concerns) : devicesOf(concerns, format)}</span>
      </div>
      <ul aria-label={title}>
        {shown.map((item) => (
          <li key={keyOf(item)}>
            <Line item={item} format={format} />
          </li>
        ))}
        {shown.length < items.length && (
          <li>
            <button
              type="button"
              className={classes.whole}
              aria-label={t('{{count}} more: {{title}}', { count: items.length - shown.length, title })}
              onClick={() => setWhole(true)}
            >
              {t('{{count}} more', { count: items.length - shown.length })}
            </button>
          </li>
        )}
      </ul>
    </>
  )
}

/** A location may have several outages at once. */
const keyOf = (item: AttentionItem): string => `${item.kind} ${'id' in item ? item.id : attentionLink(item)}`

const Line = ({ item, format }: { item: AttentionItem; format: Format }) => (
  <Link href={attentionLink(item)} className={classes.item}>
    <Glyph item={item} />
    <span className={classes.what}>
      <span>
        <strong>{titleOf(item, format)}</strong> {'location_code' in item && <small>{item.location_code}</small>}
      </span>
      <span className={classes.why}>{whyOf(item, format)}</span>
    </span>
    <span className={classes.much}>
      <span data-many={item.concerns > 1 || undefined}>{muchOf(item, format)}</span>
      <RelativeTime at={item.since} isShort />
    </span>
  </Link>
)

function Glyph({ item }: { item: AttentionItem }): ReactNode {
  switch (item.kind) {
    case 'outage':
      return <IconWifiOff className={classes.red} size={16} aria-hidden />
    case 'maintenance':
      return <StatusGlyph of="priority" value={item.priority} size={16} />
    case 'overstay':
      return <StatusGlyph of="dock_bubble" value="over_72" size={16} />
    case 'commands':
      return <IconHourglassOff className={classes.orange} size={16} aria-hidden />
    case 'payments':
      return <StatusGlyph of="payment" value={item.state} size={16} />
  }
}

function titleOf(item: AttentionItem, format: Format): string {
  if (item.kind !== 'payments') return item.location_label
  const count = `${format.number(item.concerns)}${item.total_is_exact ? '' : '+'}`
  return item.concerns === 1 ? t('1 payment') : t('{{count}} payments', { count })
}

function whyOf(item: AttentionItem, format: Format): string {
  switch (item.kind) {
    case 'outage':
      return outageText(item, format)
    case 'maintenance': {
      const name = logEntryName(item.number)
      return item.is_overdue
        ? t('Log entry {{name}} is overdue', { name })
        : t('Log entry {{name}}, due {{at}}', { name, at: format.moment(item.due_at) })
    }
    case 'overstay':
      return t('Occupied for more than {{hours}} h', { hours: item.red_hours })
    case 'commands':
      return item.failed === 1
        ? t('1 command failed, none has succeeded since')
        : t('{{count}} commands failed, none has succeeded since', { count: format.number(item.failed) })
    case 'payments':
      return valueIn(paymentReasons(), item.state) ?? item.state
  }
}

const paymentReasons = () => ({
  needs_approval: t('Need approval'),
  failed: t('Failed'),
  refund_failed: t('The refund failed'),
})

function outageText(item: Extract<AttentionItem, { kind: 'outage' }>, format: Format): string {
  if (item.scope === 'location') return t('The whole location has no contact')
  if (item.scope === 'controller')
    return t('Controller offline, no contact with {{devices}}', { devices: devicesOf(item.concerns, format) })
  return t('Device {{number}} is offline', {
    number: item.device_number === null ? '' : deviceNumber(item.device_number),
  })
}

function muchOf(item: AttentionItem, format: Format): string {
  if (item.kind === 'payments') return ''
  return devicesOf(item.concerns, format)
}

const devicesOf = (count: number, format: Format): string =>
  count === 1 ? t('1 device') : t('{{count}} devices', { count: format.number(count) })
