import type { Overview } from '@wheelhouse/contract/overview/overview.ts'
import { total, useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Link } from '../../ui/details/link.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { overviewLinks } from './overview-links.ts'
import classes from './overview.module.css'

/** What is counted elsewhere in depth, in one line. */
export function OverviewFooter({ overview: { commands, maintenance, overstays, hardware } }: { overview: Overview }) {
  const format = useFormat()
  const { number } = format
  if (!commands && !maintenance && !overstays && !hardware) return null
  return (
    <footer className={classes.footer}>
      {commands && (
        <p>
          <span>{t('Commands, last hour')}</span>
          <Link href={overviewLinks.commands}>{t('{{count}} sent', { count: total(format, commands.sent) })}</Link>
          <Link href={overviewLinks.failedCommands(60)} data-tone={commands.failed.total > 0 ? 'red' : undefined}>
            {t('{{count}} without success', { count: total(format, commands.failed) })}
          </Link>
        </p>
      )}
      {maintenance && (
        <p>
          <span>{t('Maintenance')}</span>
          <Link href={overviewLinks.maintenance}>{t('{{count}} open', { count: number(maintenance.open) })}</Link>
          <Link href={overviewLinks.overdue} data-tone={maintenance.overdue > 0 ? 'red' : undefined}>
            {t('{{count}} overdue', { count: number(maintenance.overdue) })}
          </Link>
          <Link href={overviewLinks.urgent}>{t('{{count}} urgent', { count: number(maintenance.urgent) })}</Link>
        </p>
      )}
      {overstays && (
        <p>
          <span>{t('Overstays')}</span>
          <Link href={overviewLinks.overstays}>{t('{{count}} open', { count: number(overstays.open) })}</Link>
          <Link href={overviewLinks.overstaysWaiting}>
            {t('{{count}} waiting for staff', { count: number(overstays.waiting) })}
          </Link>
        </p>
      )}
      {hardware && (
        <p>
          <span>{t('Heartbeats')}</span>
          <Link href="/hardware/list">
            {hardware.total === 1 ? t('1 device') : t('{{count}} devices', { count: number(hardware.total) })}
          </Link>
          {(['late', 'offline', 'long_offline'] as const).map((health) => (
            <Link key={health} href={overviewLinks.hardware(health)}>
              <StatusText of="heartbeat" value={health} word={heartbeatWord(health, number(hardware[health]))} />
            </Link>
          ))}
        </p>
      )}
    </footer>
  )
}

function heartbeatWord(health: 'late' | 'offline' | 'long_offline', count: string): string {
  if (health === 'late') return t('{{count}} late', { count })
  return health === 'offline' ? t('{{count}} offline', { count }) : t('{{count}} long offline', { count })
}
