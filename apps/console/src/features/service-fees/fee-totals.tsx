import type { FeeTotals } from '@wheelhouse/contract/service-fees/fee-totals.ts'
import type { ServiceFeeTotals } from '@wheelhouse/contract/service-fees/service-fees.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Counters } from '../../ui/list-parts/counters.tsx'
import classes from './service-fees.module.css'

/** What is active today, per currency: sums of different currencies are never one number. */
export function ActiveTotals({ totals, isOverview }: { totals: ServiceFeeTotals; isOverview: boolean }) {
  const { fullDay } = useFormat()
  return (
    <section className={classes.totals} aria-label={t('Active fee totals')}>
      {totals.all.map((sums) => (
        <OfCurrency key={sums.currency} sums={sums} totals={isOverview ? totals : null} />
      ))}
      <p className={classes.note}>{activeText(totals.active, fullDay(totals.today))}</p>
    </section>
  )
}

function activeText(count: number, day: string): string {
  if (count === 0) return t('No fee is active on {{day}}.', { day })
  if (count === 1) return t('1 active fee on {{day}}. Each total is rounded once.', { day })
  return t('{{count}} active fees on {{day}}. Each total is rounded once.', { count, day })
}

function OfCurrency({ sums, totals }: { sums: FeeTotals; totals: ServiceFeeTotals | null }) {
  const { money } = useFormat()
  const { currency } = sums
  const own = totals?.own.find((one) => one.currency === currency)
  const ofLocations = totals?.of_locations.find((one) => one.currency === currency)
  const amountOf = (which: 'monthly' | 'quarterly' | 'yearly'): string | undefined =>
    totals === null
      ? undefined
      : t('{{own}} for itself, {{locations}} for its locations', {
          own: money(own?.[which] ?? 0, currency),
          locations: money(ofLocations?.[which] ?? 0, currency),
        })
  return (
    <div className={classes.currency} role="group" aria-label={t('Totals in {{currency}}', { currency })}>
      <h2>{currency}</h2>
      <Counters
        items={(['monthly', 'quarterly', 'yearly'] as const).map((which) => ({
          label: t(labels[which]),
          value: money(sums[which], currency),
          before: amountOf(which),
        }))}
      />
    </div>
  )
}

const labels = { monthly: 'Monthly', quarterly: 'Quarterly', yearly: 'Yearly' } as const
