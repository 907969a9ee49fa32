import { NumberInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { listPayments } from '@wheelhouse/contract/payments/payments.ts'
import type { ColumnKind } from '@wheelhouse/contract/reports/report-columns.ts'
import { getReportPreview } from '@wheelhouse/contract/reports/reports.ts'
import type { Report, ReportPreview as Preview } from '@wheelhouse/contract/reports/reports.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { CellRows } from '../../ui/chart/cell-rows.tsx'
import { Chart } from '../../ui/chart/chart.tsx'
import { nothing } from '../../ui/chart/chart-data.ts'
import { ChartRows } from '../../ui/chart/chart-rows.tsx'
import { FrameBone, Loading, RowBones, Waiting } from '../../ui/details/details-skeleton.tsx'
import { Link } from '../../ui/details/link.tsx'
import { NoData, State } from '../../ui/frame/states.tsx'
import { IconLock } from '@tabler/icons-react'
import { reportChart } from './report-chart.ts'
import { chartTitles, columnLabel, isNumeric } from './report-labels.ts'
import { uptimeCells } from './uptime-cells.ts'
import classes from './reports.module.css'

export interface Agreed {
  /** The uptime that was agreed, in per cent; no report says it, so its reader does, and the address keeps it. */
  agreed: number | undefined
  onAgreed: (agreed: number | undefined) => void
}

/** The chart with its figures beside it, and the first rows below. */
export function ReportPreview({ report, ...target }: { report: Report } & Agreed) {
  const { data, error } = useLive(getReportPreview, { params: { report_id: report.id } }, { isQuiet: true })
  if (error !== null)
    return (
      <State icon={<IconLock size={28} stroke={1.5} aria-hidden />} title={t('The rows of this report are not shown')}>
        {error.message}
      </State>
    )
  if (data === undefined)
    return (
      <Waiting>
        <Loading>
          <FrameBone height={383} />
        </Loading>
        <RowBones rows={8} />
      </Waiting>
    )
  if (data.rows.length === 0) return <NoData title={t('No data for this period')} />
  return (
    <>
      {report.type === 'location_uptime' && <AgreedField {...target} />}
      {data.chart.categories.length > 0 && <Figures report={report} chart={data.chart} agreed={target.agreed} />}
      {data.uptime !== undefined && <UptimeByLocation report={report} uptime={data.uptime} agreed={target.agreed} />}
      <FirstRows report={report} preview={data} />
    </>
  )
}

/** Keeps what is typed, "99." on the way to 99.5 included, and takes it when the person leaves the field or presses Enter. */
function AgreedField({ agreed, onAgreed }: Agreed) {
  const [typed, setTyped] = useState<string | number>(agreed ?? '')
  const [known, setKnown] = useState(agreed)
  if (agreed !== known) {
    setKnown(agreed)
    setTyped(agreed ?? '')
  }
  const take = (): void => onAgreed(typed === '' ? undefined : Number(typed))
  return (
    <NumberInput
      className={classes.agreed}
      size="xs"
      label={t('Agreed uptime, %')}
      placeholder={t('None')}
      min={0}
      max={100}
      clampBehavior="strict"
      allowNegative={false}
      decimalScale={2}
      value={typed}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
    />
  )
}

interface FiguresProps extends Pick<Agreed, 'agreed'> {
  report: Report
  chart: Preview['chart']
}

function Figures({ report, chart, agreed }: FiguresProps) {
  const format = useFormat()
  const drawn = useMemo(() => reportChart(report, chart, format, agreed), [report, chart, format, agreed])
  const { data, table, formatValue } = drawn
  const title = titleOf(report, chart)
  return (
    <div className={classes.figures}>
      <Chart
        title={title}
        data={data}
        height={320}
        {...(chart.is_whole ? {} : { detail: t('First categories only') })}
      />
      <aside aria-label={t('Figures of the chart')} className={classes.aside}>
        <ChartRows title={title} table={table} formatValue={formatValue} />
      </aside>
    </div>
  )
}

interface UptimeProps extends Pick<Agreed, 'agreed'> {
  report: Report
  uptime: NonNullable<Preview['uptime']>
}

function UptimeByLocation({ report, uptime, agreed }: UptimeProps) {
  const format = useFormat()
  const cells = useMemo(() => uptimeCells(report, uptime, format, agreed), [report, uptime, format, agreed])
  const { count, places } = uptime
  const detail =
    count > places.length
      ? t('the {{shown}} worst of {{all}}, one cell per day', { shown: places.length, all: format.number(count) })
      : t('worst first, one cell per day')
  return <CellRows title={t('Uptime by location')} detail={detail} {...cells} />
}

/** Of money with its currency, if it is of one only. */
function titleOf({ type }: Report, { series }: Preview['chart']): string {
  const title = t(chartTitles[type])
  const [only] = series
  return type === 'payment' && only && series.length === 1
    ? t('{{chart}}, {{currency}}', { chart: title, currency: only.name })
    : title
}

function FirstRows({ report, preview: { columns, rows } }: { report: Report; preview: Preview }) {
  const format = useFormat()
  const mayPayments = useCanCall(listPayments)
  const isAll = rows.length === report.rows_done
  const title = isAll ? t('All rows') : t('The first {{count}} rows', { count: rows.length })
  return (
    <section className={classes.rows} aria-label={title}>
      <h2>{title}</h2>
      <p className={classes.note}>
        {report.has_people ? t('The file also names people. ') : ''}
        {report.type === 'payment'
          ? t('Prices include tax. The column “Tax” is empty, because no tax rate is kept. ')
          : ''}
        {t(
          'Times are shown in your time zone; in the file they are in UTC. Days begin and end by the clock of each location.',
        )}
        {report.type === 'payment' && mayPayments && (
          <>
            {' '}
            <Link href={`/payments?days=${report.from_day}..${report.to_day}`}>{t('All payments of these days')}</Link>
          </>
        )}
      </p>
      <div className={classes.scroller} role="region" aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(({ name, kind }) => (
                <th key={name} scope="col" data-number={isNumeric(kind) || undefined}>
                  {columnLabel(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, index) => (
              <tr key={index}>
                {columns.map(({ name, kind }, at) => (
                  <td key={name} data-number={isNumeric(kind) || undefined}>
                    {writeCell(kind, cells[at] ?? null, format)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function writeCell(kind: ColumnKind, cell: string | number | null, format: Format): string {
  if (cell === null) return nothing
  if (kind === 'time') return format.dateTime(String(cell))
  if (kind === 'day') return format.fullDay(String(cell))
  if (typeof cell === 'string') return cell
  return kind === 'money' ? format.decimal(cell, 2) : format.number(cell, 2)
}
