import { IconCircleCheck, IconReportAnalytics } from '@tabler/icons-react'
import { createReport } from '@wheelhouse/contract/reports/reports.ts'
import type { Report } from '@wheelhouse/contract/reports/reports.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { reportPath, reportsAddress } from './report-address.ts'
import { ReportCard, reportColumns } from './report-columns.tsx'
import { statusLabels, typeWords } from './report-labels.ts'

const NewReportDialog = lazyComponent(() => import('./report-dialog.tsx').then((module) => module.NewReportDialog))

const rowName = ({ description }: Report): string => description
const rowHref = ({ id }: Report): string => reportPath(id)
const card = (row: Report) => <ReportCard {...row} />

interface ReportsScreenProps extends ListScreenProps<typeof reportsAddress> {
  onCreated: (id: string) => void
}

/** Every report that the reader may see: what it is about, how far it is, and until when its file is kept. */
export function ReportsScreen({ search, onSearch, onCreated }: ReportsScreenProps) {
  const mayCreate = useCanCall(createReport)
  return (
    <>
      <ListPage
        address={reportsAddress}
        search={search}
        onSearch={onSearch}
        title={t('Reports')}
        columns={reportColumns}
        card={card}
        rowName={rowName}
        rowHref={rowHref}
        filters={{
          type: chip(t('Type'), IconReportAnalytics, typeWords),
          status: chip(t('Status'), IconCircleCheck, statusLabels),
          created_at: ageChip(t('Created')),
        }}
        find={t('Description')}
        actions={
          mayCreate && <CreateButton label={t('New report')} onClick={() => onSearch({ ...search, open: 'new' })} />
        }
        words={{
          noMatch: t('No report matches'),
          noData: t('No reports yet'),
          whyNoData: t(
            'A report is a file for an accountant or a city: sessions, payments, usage or uptime for a period.',
          ),
        }}
      />
      {search.open === 'new' && mayCreate && (
        <NewReportDialog onDone={({ id }) => onCreated(id)} onClose={() => onSearch({ ...search, open: undefined })} />
      )}
    </>
  )
}
