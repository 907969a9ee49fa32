import type { ReactNode } from 'react'
import type { Overview, OverviewTrends, Trend } from '@wheelhouse/contract/overview/overview.ts'
import { locationHealths } from '@wheelhouse/contract/locations/locations.ts'
import { total, useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { SparkLine } from '../../ui/chart/spark-line.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { Link } from '../../ui/details/link.tsx'
import { Direction } from '../../ui/list-parts/counters.tsx'
import { ShareBar } from '../../ui/list-parts/share-bar.tsx'
import { overviewLinks } from './overview-links.ts'
import classes from './overview.module.css'

interface TilesProps {
  overview: Overview
  trends: OverviewTrends | undefined
}

/** Big numbers, each the total of the list that it opens. */
export function OverviewTiles({ overview, trends }: TilesProps) {
  const format = useFormat()
  const { parking, rentals, payments } = overview
  return (
    <section className={classes.tiles} aria-label={t('Numbers')}>
      <LocationsTile overview={overview} format={format} />
      <DocksTile overview={overview} format={format} />
      {parking && (
        <Tile label={t('Active parking sessions')} value={total(format, parking.open)} href={overviewLinks.parking}>
          <Compared trend={trends?.parking} now={parking.open.total} format={format} />
          <Facts>
            <Fact href={overviewLinks.parkingOver(24)} of="dock_bubble" value="over_24">
              {t('{{count}} over 24 h', { count: total(format, parking.over_24_h) })}
            </Fact>
            <Fact href={overviewLinks.parkingOver(72)} of="dock_bubble" value="over_72">
              {t('{{count}} over 72 h', { count: total(format, parking.over_72_h) })}
            </Fact>
          </Facts>
        </Tile>
      )}
      {rentals && (
        <Tile label={t('Active rentals')} value={total(format, rentals.open)} href={overviewLinks.rentals}>
          <Compared trend={trends?.rentals} now={rentals.open.total} format={format} />
        </Tile>
      )}
      {payments && <PaymentsTile payments={payments} format={format} />}
    </section>
  )
}

interface TileProps {
  label: string
  value: string
  detail?: string
  href: string
  children: ReactNode
}

const Tile = ({ label, value, detail, href, children }: TileProps) => (
  <div className={classes.tile}>
    <h2>{label}</h2>
    <p className={classes.number}>
      <Link href={href} aria-label={`${value} ${label}`}>
        {value}
      </Link>
      {detail !== undefined && <span>{detail}</span>}
    </p>
    {children}
  </div>
)

const Facts = ({ children }: { children: ReactNode }) => <p className={classes.facts}>{children}</p>

interface FactProps {
  href: string
  of: 'health' | 'dock_bubble' | 'payment'
  value: string
  children: string
}
const Fact = ({ href, of, value, children }: FactProps) => (
  <Link href={href} className={classes.fact}>
    <StatusText of={of} value={value} word={children} />
  </Link>
)

const healthTones = { online: 'green', some_offline: 'amber', offline: 'red', unknown: 'dim' } as const

function LocationsTile({ overview: { locations }, format }: { overview: Overview; format: Format }) {
  const words = {
    some_offline: t('{{count}} partly', { count: format.number(locations.some_offline) }),
    offline: t('{{count}} offline', { count: format.number(locations.offline) }),
    unknown: t('{{count}} unknown', { count: format.number(locations.unknown) }),
  }
  return (
    <Tile
      label={t('Locations online')}
      value={format.number(locations.online)}
      detail={t('of {{count}}', { count: format.number(locations.total) })}
      href={overviewLinks.locations('online')}
    >
      <ShareBar
        shares={locationHealths.map((health) => ({ id: health, value: locations[health], tone: healthTones[health] }))}
      />
      <Facts>
        {(['some_offline', 'offline', 'unknown'] as const).map((health) => (
          <Fact key={health} href={overviewLinks.locations(health)} of="health" value={health}>
            {words[health]}
          </Fact>
        ))}
      </Facts>
    </Tile>
  )
}

function DocksTile({ overview: { docks }, format }: { overview: Overview; format: Format }) {
  const { total: all, available, occupied } = docks
  const rest = Math.max(0, all - available - occupied)
  return (
    <Tile
      label={t('Docks free')}
      value={format.number(available)}
      detail={t('of {{count}}', { count: format.number(all) })}
      href={overviewLinks.docks}
    >
      <ShareBar
        shares={[
          { id: 'available', value: available, tone: 'free' },
          { id: 'occupied', value: occupied, tone: 'green' },
          { id: 'rest', value: rest, tone: 'dim' },
        ]}
      />
      <Facts>
        <Link href={overviewLinks.occupiedDocks} className={classes.fact}>
          {t('{{count}} occupied', { count: format.number(occupied) })}
        </Link>
        <Link href={overviewLinks.otherDocks} className={classes.fact}>
          {t('{{count}} booked or out of contact', { count: format.number(rest) })}
        </Link>
      </Facts>
    </Tile>
  )
}

const waitingStates = ['needs_approval', 'failed', 'refund_failed'] as const

function PaymentsTile({ payments, format }: { payments: NonNullable<Overview['payments']>; format: Format }) {
  const all = waitingStates.map((state) => payments[state])
  const amounts = new Map<string, number>()
  for (const { currency, amount_minor } of all.flatMap((one) => one.amounts))
    amounts.set(currency, (amounts.get(currency) ?? 0) + amount_minor)
  const words = {
    needs_approval: t('{{count}} need approval', { count: total(format, payments.needs_approval) }),
    failed: t('{{count}} failed', { count: total(format, payments.failed) }),
    refund_failed:
      payments.refund_failed.total === 1
        ? t('1 refund failed')
        : t('{{count}} refunds failed', { count: total(format, payments.refund_failed) }),
  }
  const sum = {
    total: all.reduce((count, one) => count + one.total, 0),
    total_is_exact: all.every((one) => one.total_is_exact),
  }
  return (
    <Tile
      label={t('Payments needing action')}
      value={total(format, sum)}
      href={overviewLinks.payments(...waitingStates)}
    >
      <Facts>
        {waitingStates.map((state) => (
          <Fact key={state} href={overviewLinks.payments(state)} of="payment" value={state}>
            {words[state]}
          </Fact>
        ))}
      </Facts>
      <Facts>
        <small>{[...amounts].map(([currency, minor]) => format.wholeMoney(minor, currency)).join(' · ')}</small>
      </Facts>
    </Tile>
  )
}

interface ComparedProps {
  trend: Trend | null | undefined
  now: number
  format: Format
}

/** In whole per cent against the same moment a week ago; against nothing there is no share. */
function Compared({ trend, now, format }: ComparedProps) {
  if (!trend) return <div className={classes.compared} />
  const { week_ago: before } = trend
  const share = before === 0 ? null : ((now - before) / before) * 100
  const words = t('{{count}} a week ago', { count: format.number(before) })
  const spoken = t('Today between {{low}} and {{high}}, now {{now}}; {{count}} a week ago', {
    low: format.number(Math.min(now, ...trend.today)),
    high: format.number(Math.max(now, ...trend.today)),
    now: format.number(now),
    count: format.number(before),
  })
  return (
    <div className={classes.compared}>
      <SparkLine label={spoken} values={trend.today} before={trend.before} />
      <span>
        <Direction change={now - before} />
        {share !== null && `${format.number(Math.abs(share), 0)} %, `}
        <small>{words}</small>
      </span>
    </div>
  )
}
