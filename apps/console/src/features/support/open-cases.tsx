import { Button, SegmentedControl } from '@mantine/core'
import { supportCases } from '@wheelhouse/contract/support/support-cases.ts'
import type { CaseStatus } from '@wheelhouse/contract/support/support-cases.ts'
import { t } from '../../i18n/i18n.ts'
import { emptyState } from '../../lists/list-rows.tsx'
import { useList } from '../../lists/list.ts'
import { useCanCall } from '../../session/can.ts'
import { SectionHead } from '../../ui/frame/page.tsx'
import { NoPermission, Skeleton } from '../../ui/frame/states.tsx'
import { MoreFailed } from '../../ui/list-parts/list-footer.tsx'
import { CaseLines } from './case-lines.tsx'
import classes from './support.module.css'

interface OpenCasesProps {
  status: CaseStatus
  onStatus: (status: CaseStatus) => void
  /** What may be done instead where there are no cases. */
  hint: string
}

const failed = supportCases.route.says.failed
const shown = 30

/** Open cases wait for an answer, so the oldest is first; of closed cases the last. */
const queries = {
  open: { status: ['open'], sort: 'created_at', order: 'asc', limit: shown },
  closed: { status: ['closed'], sort: 'updated_at', order: 'desc', limit: shown },
} as const

/** The cases of all riders whom this person may help. */
export function OpenCases({ status, onStatus, hint }: OpenCasesProps) {
  const may = useCanCall(supportCases.route)
  const list = useList(supportCases.route, queries[status], { enabled: may, isLive: true })
  const label = status === 'open' ? t('Open cases') : t('Closed cases')
  const noData = status === 'open' ? t('No open cases') : t('No closed cases')
  const options = [
    { value: 'open', label: t('Open') },
    { value: 'closed', label: t('Closed') },
  ]
  return (
    <section className={classes.caseList} aria-label={t('Support cases')}>
      <SectionHead
        title={t('Support cases')}
        count={list.total?.total}
        actions={
          may && (
            <SegmentedControl
              size="xs"
              aria-label={t('Status')}
              data={options}
              value={status}
              onChange={(value) => onStatus(value === 'closed' ? value : 'open')}
            />
          )
        }
      />
      {!may && <NoPermission action="GET_PRIVILEGED" resource="user" way={<span>{hint}</span>} />}
      {list.isLoading && <Skeleton lines={6} />}
      {may && emptyState(list, { words: { noData, whyNoData: hint }, failed })}
      {list.rows.length > 0 && <CaseLines cases={list.rows} label={label} />}
      {list.error !== null && list.rows.length > 0 && (
        <MoreFailed title={failed} isBusy={list.isLoadingMore} onRetry={list.retry} />
      )}
      {list.hasMore && list.error === null && (
        <Button className={classes.more} loading={list.isLoadingMore} onClick={list.loadMore}>
          {t('Show more')}
        </Button>
      )}
    </section>
  )
}
