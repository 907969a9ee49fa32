import { Button } from '@mantine/core'
import { IconDownload, IconPlayerStop, IconRefresh, IconRepeat, IconRepeatOff } from '@tabler/icons-react'
import {
  cancelReport,
  createReportLink,
  runReportAgain,
  setReportRepeat,
} from '@wheelhouse/contract/reports/reports.ts'
import type { Report } from '@wheelhouse/contract/reports/reports.ts'
import { useWrite } from '../../api/api.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { config } from '../../http/config.ts'
import { t } from '../../i18n/i18n.ts'
import { useCanCall } from '../../session/can.ts'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { canRunAgain } from './report-labels.ts'

/** Asks for a link and follows it: the browser writes the file as it comes, however large it is. */
function DownloadButton({ report }: { report: Report }) {
  const link = useWrite(createReportLink)
  const start = () =>
    link.mutate(
      { params: { report_id: report.id } },
      { onSuccess: ({ url }) => window.location.assign(config().api_url + url) },
    )
  return (
    <Button variant="filled" loading={link.isPending} leftSection={<IconDownload size={15} />} onClick={start}>
      {t('Download {{format}}', { format: report.format.toUpperCase() })}
    </Button>
  )
}

export function ReportActions({ report }: { report: Report }) {
  const isPhone = usePhone()
  const mayDownload = useCanCall(createReportLink)
  const input = { params: { report_id: report.id } }
  const repeats = report.repeats_monthly
  return (
    <>
      <ActionButton
        route={setReportRepeat}
        input={{ ...input, version: report.version, body: { repeats_monthly: !repeats } }}
        label={repeats ? t('Stop repeating') : t('Repeat monthly')}
        icon={repeats ? IconRepeatOff : IconRepeat}
        isIconOnly={isPhone}
        done={repeats ? t('The report no longer repeats') : t('The report repeats every month')}
      />
      {canRunAgain(report) ? (
        <ActionButton
          route={runReportAgain}
          input={input}
          label={t('Run again')}
          icon={IconRefresh}
          variant={report.status === 'ready' ? 'default' : 'filled'}
        />
      ) : (
        <ActionButton route={cancelReport} input={input} label={t('Cancel report')} icon={IconPlayerStop} />
      )}
      {report.status === 'ready' && mayDownload && <DownloadButton report={report} />}
    </>
  )
}
