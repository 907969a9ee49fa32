import { IconFlag, IconHandStop, IconStack2 } from '@tabler/icons-react'
import type { Outage } from '@wheelhouse/contract/outages/outages.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { localDaysChip } from '../../lists/chart-chips.ts'
import { useSpan } from '../../lists/use-span.ts'
import { periodChip } from '../../lists/when-chips.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { useDashboardChip } from '../dashboards/dashboard-choices.ts'
import { useOrganizationChip } from '../organizations/organization-choices.ts'
import { useLocationChip } from '../locations/location-choices.ts'
import { openedOutage, openOf, outagesAddress } from './outage-address.ts'
import { OutageCard, outageColumns } from './outage-columns.tsx'
import { handlingLabels, outageName, scopeLabels, statusLabels } from './outage-labels.ts'

const OpenOutage = lazyComponent(() => import('./open-outage.tsx').then((module) => module.OpenOutage))

const card = (row: Outage) => <OutageCard outage={row} />
const rowName = (row: Outage): string => `${row.location_label}, ${outageName(row)}`
const path = '/outages'
const tabsFor = (isAll: boolean) => [
  { id: 'current', label: t('Current'), href: path, isActive: !isAll },
  { id: 'all', label: t('All'), href: `${path}?view=all`, isActive: isAll },
]

/** Every outage of the locations that one sees: what is out of contact, since when, and who sees to it. */
export function OutagesScreen({ search, onSearch }: ListScreenProps<typeof outagesAddress>) {
  const opened = openedOutage(search)
  const span = useSpan(search)
  const format = useFormat()
  const isAll = search.view === 'all'
  const isChosen = search.status !== undefined || search.status_not !== undefined
  return (
    <>
      <ListPage
        address={outagesAddress}
        search={search}
        onSearch={onSearch}
        title={t('Outages')}
        timeColumn="began_at"
        columns={outageColumns}
        card={card}
        rowName={rowName}
        onOpen={(row) => onSearch({ ...search, open: openOf(row) })}
        tabs={tabsFor(isAll)}
        query={isAll || isChosen ? span : { ...span, status: ['open', 'confirmed'] }}
        filters={{
          status: chip(t('Status'), IconFlag, statusLabels),
          handling: chip(t('Handling'), IconHandStop, handlingLabels),
          scope: chip(t('What is offline'), IconStack2, scopeLabels),
          location_id: useLocationChip(search),
          organization_id: useOrganizationChip(search, { isOffered: false }),
          dashboard_id: useDashboardChip(search.dashboard_id, () => onSearch({ ...search, dashboard_id: undefined })),
          from: periodChip(t('Offline during'), search.period, format, (period) => onSearch({ ...search, period })),
          to: null,
          days: localDaysChip(search.days, format, () => onSearch({ ...search, days: undefined })),
          began_at: ageChip(t('Offline since')),
        }}
        words={{
          noMatch: t('No outages match'),
          noData: isAll ? t('No outages yet') : t('Everything is in contact'),
          whyNoData: t('A location, a controller or a device that stops sending heartbeats appears here.'),
        }}
      />
      {opened && (
        <OpenOutage key={opened.outage_id} outage={opened} onClose={() => onSearch({ ...search, open: undefined })} />
      )}
    </>
  )
}
