import { Button } from '@mantine/core'
import { IconFolder, IconPencil, IconPlus, IconUsers } from '@tabler/icons-react'
import * as v from 'valibot'
import { changeBelongs } from '@wheelhouse/contract/permissions/permissions.ts'
import {
  getResourceGroup,
  groupMembers,
  listGroupPeople,
  listResourceGroupEvents,
  updateResourceGroup,
} from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import type { ResourceGroupRow } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { OrganizationLink } from '../../features/organizations/organization-link.tsx'
import { GroupMembersPanel } from '../../features/resource-groups/group-members-panel.tsx'
import { membersAddress } from '../../features/resource-groups/resource-group-address.ts'
import type { MembersSearch } from '../../features/resource-groups/resource-group-address.ts'
import { GroupType } from '../../features/resource-groups/resource-group-columns.tsx'
import { resourceGroupPath } from '../../features/resource-groups/resource-group-link.tsx'
import { t } from '../../i18n/i18n.ts'
import { leftOut } from '../../lists/address-values.ts'
import { lastList } from '../../lists/last-viewed-list.ts'
import { useLiveBadge } from '../../live/live-badge.ts'
import { ThingPage } from '../../live/thing-page.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { DetailsHeader, idFact } from '../../ui/details/details.tsx'
import type { Fact } from '../../ui/details/details.tsx'
import { DetailsSkeleton, RowBones } from '../../ui/details/details-skeleton.tsx'
import { Tabs } from '../../ui/frame/page.tsx'
import { NoData } from '../../ui/frame/states.tsx'
import { GroupPeople } from './group-people.tsx'
import classes from './group-page.module.css'

const EditGroupDialog = lazyComponent(() =>
  import('../../features/resource-groups/resource-group-dialog.tsx').then((module) => module.EditGroupDialog),
)
const AddMembersDialog = lazyComponent(() =>
  import('../../features/resource-groups/add-members-dialog.tsx').then((module) => module.AddMembersDialog),
)

type GroupSearch = MembersSearch & {
  view?: 'people' | 'history' | undefined
  open?: 'edit' | 'add' | undefined
}

interface GroupPageProps {
  id: string
  /** The address as it is, read here. */
  given: Record<string, unknown>
  onSearch: (search: GroupSearch) => void
}
type DetailsProps = Pick<GroupPageProps, 'onSearch'> & { group: ResourceGroupRow; search: GroupSearch }

const Search = v.object({
  view: leftOut(v.picklist(['people', 'history'])),
  open: leftOut(v.picklist(['edit', 'add'])),
  ...membersAddress.shape,
})

/** One resource group: what it holds, and who may do something with it. */
export function GroupPage(props: GroupPageProps) {
  const may = useCanCall(getResourceGroup)
  const query = useLive(getResourceGroup, { params: { group_id: props.id } }, { enabled: may, isQuiet: true })
  useDocumentTitle(query.data?.name ?? t('Resource group'))
  const back = { label: t('Resource groups'), href: '/resource-groups' }
  return (
    <ThingPage
      route={getResourceGroup}
      query={query}
      title={t('Resource group')}
      back={back}
      thing={t('resource group')}
      bones={
        <DetailsSkeleton title={t('Resource group')} back={back}>
          <RowBones rows={12} />
        </DetailsSkeleton>
      }
    >
      {(group) => <Details group={group} search={v.parse(Search, props.given)} onSearch={props.onSearch} />}
    </ThingPage>
  )
}

function Details({ group, search, onSearch }: DetailsProps) {
  const live = useLiveBadge()
  const tabs = useTabs(group, search.view)
  const close = (): void => onSearch({ ...search, open: undefined })
  return (
    <>
      <DetailsHeader
        crumbs={[
          { label: t('Resource groups'), href: lastList('resource-groups')?.href ?? '/resource-groups' },
          { label: group.name },
        ]}
        {...live}
        name={group.name}
        states={<GroupType type={group.type} />}
        actions={<Actions group={group} onOpen={(open) => onSearch({ ...search, open })} />}
        facts={factsOf(group)}
        tabs={<Tabs label={t('Views of this group')} tabs={tabs} />}
      />
      <p className={classes.description}>{group.description}</p>
      <Body group={group} search={search} onSearch={onSearch} />
      {search.open === 'edit' && <EditGroupDialog group={group} onClose={close} />}
      {search.open === 'add' && <AddMembersDialog group={group} onClose={close} />}
    </>
  )
}

function Body({ group, search, onSearch }: DetailsProps) {
  if (search.view === 'people') return <GroupPeople group={group} />
  if (search.view === 'history')
    return (
      <div className={`${classes.scroll} ${classes.history}`}>
        <ThingEvents route={listResourceGroupEvents} params={{ group_id: group.id }} />
      </div>
    )
  if (group.covers_everything)
    return (
      <NoData title={t('Everything belongs to this group')}>
        {t('It has no list of members: whatever is created is in it.')}
      </NoData>
    )
  return <GroupMembersPanel group={group} search={search} onSearch={(own) => onSearch({ ...search, ...own })} />
}

interface ActionsProps {
  group: ResourceGroupRow
  onOpen: (open: 'edit' | 'add') => void
}

/** System groups follow the organizations, so nothing of them is changed by hand but the roles in them. */
function Actions({ group, onOpen }: ActionsProps) {
  const [mayUpdate, mayAdd] = [useCanCall(updateResourceGroup), useCanCall(changeBelongs)]
  if (group.type === 'system') return null
  return (
    <>
      {mayUpdate && (
        <Button leftSection={<IconPencil size={15} aria-hidden />} onClick={() => onOpen('edit')}>
          {t('Edit')}
        </Button>
      )}
      {mayAdd && (
        <Button variant="filled" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => onOpen('add')}>
          {t('Add members')}
        </Button>
      )}
    </>
  )
}

function factsOf({
  id,
  organization_id,
  organization_name,
  organization_part,
  person_count,
}: ResourceGroupRow): Fact[] {
  return [
    ...(organization_id !== null && organization_name !== null
      ? [
          {
            icon: IconFolder,
            value: <OrganizationLink id={organization_id} name={organization_name} />,
            label: t('as {{part}}', { part: organization_part ?? '' }),
          },
        ]
      : []),
    ...(person_count === null
      ? []
      : [
          {
            icon: IconUsers,
            value: person_count,
            label: person_count === 1 ? t('person with a role') : t('people with roles'),
          },
        ]),
    idFact(id),
  ]
}

function useTabs({ id, person_count }: ResourceGroupRow, active: GroupSearch['view']) {
  const may = {
    members: useCanCall(groupMembers.route),
    people: useCanCall(listGroupPeople),
    history: useCanCall(listResourceGroupEvents),
  }
  const path = resourceGroupPath(id)
  return [
    ...(may.members ? [{ id: 'members', label: t('Members'), href: path, isActive: active === undefined }] : []),
    ...(may.people
      ? [
          {
            id: 'people',
            label: t('Privileged people'),
            href: `${path}?view=people`,
            isActive: active === 'people',
            ...(person_count === null ? {} : { count: person_count }),
          },
        ]
      : []),
    ...(may.history
      ? [{ id: 'history', label: t('History'), href: `${path}?view=history`, isActive: active === 'history' }]
      : []),
  ]
}
