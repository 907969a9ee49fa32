import { Button } from '@mantine/core'
import { IconMail, IconMapPin, IconPencil, IconPhone, IconUsers } from '@tabler/icons-react'
import { consoleUsers } from '@wheelhouse/contract/console-users/console-users.ts'
import { locations } from '@wheelhouse/contract/locations/locations.ts'
import {
  getOrganization,
  listOrganizationEvents,
  listOrganizationGroups,
  updateOrganization,
} from '@wheelhouse/contract/organizations/organization-details.ts'
import type { Organization } from '@wheelhouse/contract/organizations/organization-details.ts'
import { notifierSubscriptions } from '@wheelhouse/contract/notifier/notifier.ts'
import { serviceFeesOf } from '@wheelhouse/contract/service-fees/service-fees.ts'
import { organizationPath } from '../../features/organizations/organization-link.tsx'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { lastList } from '../../lists/last-viewed-list.ts'
import { isForbidden, isUnknown } from '../../http/api-error.ts'
import { KeptPage } from '../../live/kept-page.tsx'
import { useLiveBadge } from '../../live/live-badge.ts'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { DetailsHeader } from '../../ui/details/details.tsx'
import type { Fact } from '../../ui/details/details.tsx'
import { CardBones, DetailsSkeleton, RowBones } from '../../ui/details/details-skeleton.tsx'
import { Link } from '../../ui/details/link.tsx'
import { Page, Tabs } from '../../ui/frame/page.tsx'
import { ErrorState, NoData, NoPermission } from '../../ui/frame/states.tsx'
import { OrganizationViewBody } from './organization-view-body.tsx'
import type { OrganizationSearch, OrganizationView } from './organization-views.ts'
import classes from './organization-page.module.css'

const EditOrganizationDialog = lazyComponent(() =>
  import('../../features/organizations/organization-dialog.tsx').then((module) => module.EditOrganizationDialog),
)

interface OrganizationPageProps {
  id: string
  search: OrganizationSearch
  onSearch: (search: OrganizationSearch) => void
}

/** One organization: who it is, where it works, who works for it, and who may do what there. */
export function OrganizationPage(props: OrganizationPageProps) {
  const mayAny = useCanCall(getOrganization)
  const params = { organization_id: props.id }
  const query = useLive(getOrganization, { params }, { enabled: mayAny, isQuiet: true })
  const { data, error, refetch } = query
  const may = mayAny && !isForbidden(error)
  useDocumentTitle(data?.name ?? t('Organization'))
  if (may && data !== undefined && !isUnknown(error))
    return (
      <KeptPage query={query} failed={getOrganization.says.failed}>
        <Details {...props} organization={data} />
      </KeptPage>
    )
  if (may && error === null) return <OrganizationSkeleton view={props.search.view} />
  return (
    <Page title={t('Organization')} back={{ label: t('Organizations'), href: '/organizations' }}>
      {!may && <NoPermission action="GET" resource="organization" />}
      {may && error !== null && <Missing error={error} onRetry={() => void refetch()} />}
    </Page>
  )
}

const OrganizationSkeleton = ({ view }: { view: OrganizationView | undefined }) => (
  <DetailsSkeleton title={t('Organization')} back={{ label: t('Organizations'), href: '/organizations' }}>
    {view === undefined ? (
      <div className={`${classes.padded} ${classes.cards}`}>
        <CardBones lines={10} />
        <CardBones lines={4} />
      </div>
    ) : (
      <RowBones rows={12} />
    )}
  </DetailsSkeleton>
)

function Missing({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isUnknown(error))
    return (
      <NoData
        title={notFoundText(t('organization'))}
        action={<Link href="/organizations">{t('All organizations')}</Link>}
      />
    )
  return <ErrorState title={getOrganization.says.failed} detail={error.message} onRetry={onRetry} />
}

function Details({ organization, search, onSearch }: OrganizationPageProps & { organization: Organization }) {
  const live = useLiveBadge()
  const [mayUpdate, seesPeople] = [useCanCall(updateOrganization), useCanCall(consoleUsers.route)]
  const tabs = useTabs(organization, search.view)
  const edit = (
    <Button leftSection={<IconPencil size={15} aria-hidden />} onClick={() => onSearch({ ...search, edit: 'yes' })}>
      {t('Edit')}
    </Button>
  )
  return (
    <>
      <DetailsHeader
        crumbs={[
          { label: t('Organizations'), href: lastList('organizations')?.href ?? '/organizations' },
          { label: organization.name },
        ]}
        {...live}
        name={organization.name}
        actions={mayUpdate && edit}
        facts={factsOf(organization, { seesPeople })}
        tabs={<Tabs label={t('Views of this organization')} tabs={tabs} />}
      />
      <OrganizationViewBody organization={organization} search={search} onSearch={onSearch} />
      {search.edit === 'yes' && mayUpdate && (
        <EditOrganizationDialog organization={organization} onClose={() => onSearch({ ...search, edit: undefined })} />
      )}
    </>
  )
}

/** Who sees no console users would read that there are none. */
function factsOf(
  { phone, email, location_count, console_user_count }: Organization,
  { seesPeople }: { seesPeople: boolean },
): Fact[] {
  const mail = <a href={`mailto:${email}`}>{email}</a>
  const call = <a href={`tel:${phone}`}>{phone}</a>
  return [
    ...(email === '' ? [] : [{ icon: IconMail, value: mail }]),
    ...(phone === '' ? [] : [{ icon: IconPhone, value: call }]),
    { icon: IconMapPin, value: location_count, label: location_count === 1 ? t('location') : t('locations') },
    ...(seesPeople ? [peopleFact(console_user_count)] : []),
  ]
}

const peopleFact = (count: number): Fact => ({
  icon: IconUsers,
  value: count,
  label: count === 1 ? t('console user') : t('console users'),
  isWideOnly: true,
})

/** Each tab comes with its right. */
function useTabs({ id, location_count, console_user_count }: Organization, active: OrganizationView | undefined) {
  const may = {
    locations: useCanCall(locations.route),
    'console-users': useCanCall(consoleUsers.route),
    permissions: useCanCall(listOrganizationGroups),
    'service-fees': useCanCall(serviceFeesOf.organization.list),
    notifier: useCanCall(notifierSubscriptions.route),
    history: useCanCall(listOrganizationEvents),
  }
  const labels: [OrganizationView, string, number?][] = [
    ['locations', t('Locations'), location_count],
    ['console-users', t('Console users'), console_user_count],
    ['permissions', t('Permissions')],
    ['service-fees', t('Service fees')],
    ['notifier', t('Notifier')],
    ['history', t('History')],
  ]
  const path = organizationPath(id)
  return [
    { id: 'details', label: t('Details'), href: path, isActive: active === undefined },
    ...labels
      .filter(([view]) => may[view])
      .map(([view, label, count]) => ({
        id: view,
        label,
        href: `${path}?view=${view}`,
        isActive: active === view,
        ...(count === undefined ? {} : { count }),
      })),
  ]
}
