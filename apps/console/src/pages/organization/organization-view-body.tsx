import { consoleUsers } from '@wheelhouse/contract/console-users/console-users.ts'
import type { ConsoleUserRow } from '@wheelhouse/contract/console-users/console-users.ts'
import { locations } from '@wheelhouse/contract/locations/locations.ts'
import type { LocationRow } from '@wheelhouse/contract/locations/locations.ts'
import { isRegionTag, listOrganizationEvents } from '@wheelhouse/contract/organizations/organization-details.ts'
import type { Organization } from '@wheelhouse/contract/organizations/organization-details.ts'
import { consoleUserPath } from '../../features/console-users/console-user-address.ts'
import { ConsoleUserCard, consoleUserColumns } from '../../features/console-users/console-user-columns.tsx'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { LocationCard, locationColumns } from '../../features/locations/location-columns.tsx'
import { locationPath } from '../../features/locations/location-link.tsx'
import { NotifierPanel } from '../../features/notifier/notifier-panel.tsx'
import { ServiceFeesPanel } from '../../features/service-fees/service-fees-panel.tsx'
import { t } from '../../i18n/i18n.ts'
import { Tag } from '../../ui/details/badge.tsx'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { Card, KeyValueGrid } from '../../ui/details/key-values.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { feeEvents, useFeeHistory } from './organization-fee-events.tsx'
import { OrganizationPermissions } from './organization-permissions.tsx'
import type { OrganizationSearch } from './organization-views.ts'
import { RowsOfOrganization } from './rows-of-organization.tsx'
import classes from './organization-page.module.css'

interface ViewProps {
  organization: Organization
  search: OrganizationSearch
  onSearch: (search: OrganizationSearch) => void
}

const locationHref = ({ id }: LocationRow): string => locationPath(id)
const locationCard = (row: LocationRow) => <LocationCard location={row} />
const personHref = ({ id }: ConsoleUserRow): string => consoleUserPath(id)
const personCard = (row: ConsoleUserRow) => <ConsoleUserCard person={row} />
const shownOfLocation = [
  'status',
  'code',
  'label',
  'address',
  'health',
  'available_docks',
  'owner_name',
  'operator_name',
]
const shownOfPerson = ['status', 'name', 'email', 'position', 'last_signed_in_at']
const columnsOfLocation = locationColumns.filter(({ id }) => shownOfLocation.includes(id))
const columnsOfPerson = consoleUserColumns.filter(({ id }) => shownOfPerson.includes(id))

/** What the chosen tab shows. */
export function OrganizationViewBody({ organization, search, onSearch }: ViewProps) {
  const history = useFeeHistory()
  const { id, name } = organization
  switch (search.view) {
    case 'locations':
      return (
        <RowsOfOrganization
          list={locations}
          organizationId={id}
          label={t('Locations of {{name}}', { name })}
          columns={columnsOfLocation}
          card={locationCard}
          rowHref={locationHref}
          allHref={`/locations?organization_id=${id}`}
          noData={t('No locations yet')}
        />
      )
    case 'console-users':
      return (
        <RowsOfOrganization
          list={consoleUsers}
          organizationId={id}
          label={t('Console users of {{name}}', { name })}
          columns={columnsOfPerson}
          card={personCard}
          rowHref={personHref}
          allHref={`/users/console?organization_id=${id}`}
          noData={t('No console users yet')}
        />
      )
    case 'permissions':
      return <OrganizationPermissions organization={organization} />
    case 'service-fees':
      return (
        <div className={classes.scroll}>
          <ServiceFeesPanel
            resource={{ type: 'organization', id }}
            search={search}
            onSearch={(fees) => onSearch({ ...search, ...fees })}
            history={history ? feeEvents : undefined}
          />
        </div>
      )
    case 'notifier':
      return (
        <div className={classes.scroll}>
          <NotifierPanel organizationId={id} open={search.open} onOpen={(open) => onSearch({ ...search, open })} />
        </div>
      )
    case 'history':
      return (
        <div className={`${classes.scroll} ${classes.padded}`}>
          <ThingEvents route={listOrganizationEvents} params={{ organization_id: id }} />
        </div>
      )
    default:
      return <DetailsView organization={organization} />
  }
}

function DetailsView({ organization }: { organization: Organization }) {
  const { tags, link, comment } = organization
  const tagsOf = (some: string[]) =>
    some.length > 0 && (
      <span className={classes.tags}>
        {some.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </span>
    )
  return (
    <div className={`${classes.scroll} ${classes.padded} ${classes.cards}`}>
      <Card title={t('Organization')}>
        <KeyValueGrid
          items={[
            { label: t('Name'), value: organization.name },
            { label: t('Regions'), value: tagsOf(tags.filter(isRegionTag)) },
            { label: t('Tags'), value: tagsOf(tags.filter((tag) => !isRegionTag(tag))) },
            { label: t('Phone'), value: organization.phone && <CopyableId id={organization.phone} /> },
            { label: t('Email'), value: organization.email && <CopyableId id={organization.email} /> },
            {
              label: t('Link'),
              value: link && (
                <a href={link} target="_blank" rel="noreferrer noopener">
                  {link}
                </a>
              ),
            },
            { label: t('ID'), value: <CopyableId id={organization.id} isMono /> },
            { label: t('Created'), value: <RelativeTime at={organization.created_at} /> },
            { label: t('Updated'), value: <RelativeTime at={organization.updated_at} /> },
          ]}
        />
      </Card>
      <Card title={t('Comment')}>
        <p className={classes.comment}>{comment === '' ? t('No comment.') : comment}</p>
        <p className={classes.hint}>{t('Other organizations can see the comment and the link.')}</p>
      </Card>
    </div>
  )
}
