import { IconCalendar, IconCalendarPlus, IconClock, IconFile, IconMapPin, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { getReport, listReportEvents } from '@wheelhouse/contract/reports/reports.ts'
import type { Report } from '@wheelhouse/contract/reports/reports.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { lastList } from '../../lists/last-viewed-list.ts'
import { useLiveBadge } from '../../live/live-badge.ts'
import { ThingPage } from '../../live/thing-page.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { DetailsHeader, idFact } from '../../ui/details/details.tsx'
import { StatusPill } from '../../ui/details/status.tsx'
import { DetailsSkeleton, FrameBone, RowBones } from '../../ui/details/details-skeleton.tsx'
import { Tabs } from '../../ui/frame/page.tsx'
import { ReportActions } from './report-actions.tsx'
import { reportPath } from './report-address.ts'
import { Timeframe } from './report-columns.tsx'
import type { Agreed } from './report-preview.tsx'
import { failureLabels, sizeText, typeLabel } from './report-labels.ts'
import classes from './reports.module.css'

const ReportPreview = lazyComponent(() => import('./report-preview.tsx').then((module) => module.ReportPreview))

interface ReportScreenProps extends Agreed {
  id: string
  tab: 'events' | undefined
  /** Events belong to another feature: the application puts them in. */
  history: ReactNode
}

/** One report: how far it is, its chart and first rows, and its file. */
export function ReportScreen(props: ReportScreenProps) {
  const may = useCanCall(getReport)
  const query = useLive(getReport, { params: { report_id: props.id } }, { enabled: may, isQuiet: true })
  useDocumentTitle(query.data?.description ?? t('Report'))
  return (
    <ThingPage
      route={getReport}
      query={query}
      title={t('Report')}
      back={reportList()}
      thing={t('report')}
      bones={<ReportSkeleton />}
    >
      {(report) => <Details {...props} report={report} />}
    </ThingPage>
  )
}

const reportList = () => ({ label: t('Reports'), href: '/analytics/reports' })

const ReportSkeleton = () => (
  <DetailsSkeleton title={t('Report')} back={reportList()}>
    <div className={classes.body}>
      <FrameBone height={383} />
      <RowBones rows={8} />
    </div>
  </DetailsSkeleton>
)

function Details({ report, tab, history, agreed, onAgreed }: ReportScreenProps & { report: Report }) {
  const live = useLiveBadge()
  const format = useFormat()
  const hasEvents = useCanCall(listReportEvents)
  const href = reportPath(report.id)
  const tabs = [
    { id: 'graph', label: t('Graph'), href, isActive: tab === undefined },
    ...(hasEvents
      ? [{ id: 'events', label: t('Events'), href: `${href}?tab=events`, isActive: tab === 'events' }]
      : []),
  ]
  return (
    <>
      <DetailsHeader
        crumbs={[
          { label: t('Reports'), href: lastList('reports')?.href ?? '/analytics/reports' },
          { label: report.description },
        ]}
        {...live}
        name={report.description}
        states={<StatusPill of="report" value={report.status} />}
        actions={<ReportActions report={report} />}
        facts={factsOf(report, format)}
        tabs={<Tabs label={t('Parts of this report')} tabs={tabs} />}
      />
      <div className={classes.body}>
        {tab === 'events' ? history : <Graph report={report} agreed={agreed} onAgreed={onAgreed} />}
      </div>
    </>
  )
}

function Graph({ report, ...target }: { report: Report } & Agreed) {
  switch (report.status) {
    case 'ready':
      return <ReportPreview report={report} {...target} />
    case 'failed':
      return (
        <section className={classes.state} role="status">
          <h2>{t('This report failed')}</h2>
          <p>{t(failureLabels[report.failure ?? 'internal'])}</p>
        </section>
      )
    case 'expired':
      return (
        <section className={classes.state} role="status">
          <h2>{t('The file of this report is no longer kept')}</h2>
          <p>{t('Run it again to make a new file for the same days.')}</p>
        </section>
      )
    case 'pending':
    case 'running':
      return <Pending report={report} />
  }
}

/** Spec section 4: report pending, and what a person who waits wants to know. */
function Pending({ report }: { report: Report }) {
  const { number } = useFormat()
  return (
    <section className={classes.state} role="status" aria-busy>
      <h2>{report.status === 'pending' ? t('Report pending') : t('The report is being created')}</h2>
      <p>{t('Wait at least one minute, then refresh. This page also updates automatically.')}</p>
      <div className={classes.bar} aria-hidden />
      {report.status === 'running' && (
        <p className={classes.count}>{t('{{rows}} rows written', { rows: number(report.rows_done) })}</p>
      )}
    </section>
  )
}

function factsOf(report: Report, format: Format) {
  const { locations, bytes, rows_done, created_by_name, created_at, expires_at } = report
  return [
    { value: typeLabel(report.type) },
    { icon: IconCalendar, value: <Timeframe {...report} /> },
    ...(locations > 0
      ? [{ icon: IconMapPin, value: locations === 1 ? t('1 location') : t('{{locations}} locations', { locations }) }]
      : []),
    ...(bytes === null
      ? []
      : [
          {
            icon: IconFile,
            value:
              rows_done === 1
                ? t('1 row, {{size}}', { size: sizeText(bytes) })
                : t('{{rows}} rows, {{size}}', { rows: format.number(rows_done), size: sizeText(bytes) }),
          },
        ]),
    ...(expires_at === null || report.status !== 'ready'
      ? []
      : [{ icon: IconClock, value: t('Download until {{time}}', { time: format.dateTime(expires_at) }) }]),
    { icon: IconCalendarPlus, value: t('Created {{time}}', { time: format.dateTime(created_at) }), isWideOnly: true },
    ...(created_by_name === null ? [] : [{ icon: IconUser, value: created_by_name, isWideOnly: true }]),
    idFact(report.id),
  ]
}
