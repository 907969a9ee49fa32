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
import { lastList } from '../../lists/last-viewed-list.ts'
import { useLiveBadge } from '../../live/live-badge.ts'
import { ThingPage } from '../../live/thing-page.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { DetailsHeader } from '../../ui/details/details.tsx'
import type { Fact } from '../../ui/details/details.tsx'
import { CardBones, DetailsSkeleton, RowBones } from '../../ui/details/details-skeleton.tsx'
import { Tabs } from '../../ui/frame/page.tsx'
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
  const may = useCanCall(getOrganization)
  const query = useLive(getOrganization, { params: { organization_id: props.id } }, { enabled: may, isQuiet: true })
  useDocumentTitle(query.data?.name ?? t('Organization'))
  return (
    <ThingPage
      route={getOrganization}
      query={query}
      title={t('Organization')}
      back={organizationList()}
      thing={t('organization')}
      bones={<OrganizationSkeleton view={props.search.view} />}
    >
      {(organization) => <Details {...props} organization={organization} />}
    </ThingPage>
  )
}

const organizationList = () => ({ label: t('Organizations'), href: '/organizations' })

const OrganizationSkeleton = ({ view }: { view: OrganizationView | undefined }) => (
  <DetailsSkeleton title={t('Organization')} back={organizationList()}>
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
