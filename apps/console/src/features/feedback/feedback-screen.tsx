import { IconCategory, IconFlag, IconStar } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { getFeedback } from '@wheelhouse/contract/feedback/feedback.ts'
import type { Feedback } from '@wheelhouse/contract/feedback/feedback.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { linkedSessionChip } from '../../lists/linked-chip.ts'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { Page, Tabs } from '../../ui/frame/page.tsx'
import { useLocationChip } from '../locations/location-choices.ts'
import { useRiderChip } from '../search/rider-chip-picker.ts'
import { feedbackAddress, openedFeedback } from './feedback-address.ts'
import type { FeedbackRef } from './feedback-address.ts'
import { FeedbackCard, feedbackColumns } from './feedback-columns.tsx'
import { statusLabels, typeLabels } from './feedback-labels.ts'
import { TrendLine } from './trend-line.tsx'

const OpenFeedback = lazyComponent(() => import('./feedback-panel.tsx').then((module) => module.OpenFeedback))
const FeedbackTrend = lazyComponent(() => import('./feedback-trend.tsx').then((module) => module.FeedbackTrend))

const card = (row: Feedback) => <FeedbackCard feedback={row} />
const rowName = ({ subject }: Feedback): string => subject
type Star = '1' | '2' | '3' | '4' | '5'
const starLabels: Record<Star, string> = { 1: '1 star', 2: '2 stars', 3: '3 stars', 4: '4 stars', 5: '5 stars' }

const path = '/feedback'
const tabsFor = (isTrend: boolean) => [
  { id: 'inbox', label: t('Inbox'), href: path, isActive: !isTrend },
  { id: 'ratings', label: t('Ratings'), href: `${path}?view=ratings`, isActive: isTrend },
]

interface FeedbackScreenProps extends ListScreenProps<typeof feedbackAddress> {
  /** Events belong to another feature: the application puts them in. */
  history: ((feedback: FeedbackRef) => ReactNode) | undefined
}

/** What riders wrote in the app: read, taken up, answered. */
export function FeedbackScreen(props: FeedbackScreenProps) {
  return props.search.view === 'ratings' ? <Ratings /> : <Inbox {...props} />
}

const Ratings = () => (
  <Page title={t('Feedback')} views={<Tabs label={t('Parts of the feedback')} tabs={tabsFor(true)} />}>
    <FeedbackTrend />
  </Page>
)

function Inbox({ search, onSearch, history }: FeedbackScreenProps) {
  const mayOpen = useCanCall(getFeedback)
  const opened = openedFeedback(search)
  return (
    <>
      <ListPage
        address={feedbackAddress}
        search={search}
        onSearch={onSearch}
        title={t('Feedback')}
        timeColumn="created_at"
        columns={feedbackColumns}
        card={card}
        rowName={rowName}
        onOpen={(row) => onSearch({ ...search, open: row.id })}
        tabs={tabsFor(false)}
        legend={<TrendLine />}
        filters={{
          status: chip(t('Status'), IconFlag, statusLabels),
          type: chip(t('Type'), IconCategory, typeLabels),
          rating: chip(t('Rating'), IconStar, starLabels),
          location_id: useLocationChip(search),
          created_at: ageChip(t('Created')),
          user_id: useRiderChip(search.user_id, (user_id) => onSearch({ ...search, user_id }), { isOffered: false }),
          // Links from a session ask for it.
          session_id: linkedSessionChip(search.session_id, () => onSearch({ ...search, session_id: undefined })),
        }}
        words={{
          noMatch: t('No feedback matches'),
          noData: t('No feedback yet'),
          whyNoData: t('Feedback that riders send from the app appears here.'),
        }}
      />
      {mayOpen && opened !== null && (
        <OpenFeedback
          key={opened}
          id={opened}
          history={history}
          onClose={() => onSearch({ ...search, open: undefined })}
        />
      )}
    </>
  )
}
