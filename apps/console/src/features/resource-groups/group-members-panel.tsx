import { Button } from '@mantine/core'
import { IconEye, IconFolderMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { isOneOf, valueIn } from '@wheelhouse/contract/certain.ts'
import { changeBelongs } from '@wheelhouse/contract/permissions/permissions.ts'
import { countGroupMembers, groupMembers, memberTypes } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import type { GroupMember, MemberType, ResourceGroupRow } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { t } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/format.ts'
import { ListRows } from '../../lists/list-rows.tsx'
import { useList } from '../../lists/list.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { filtersOf, yesNoChip } from '../../lists/list-filters.tsx'
import { cleared, isNarrowed, orderOf, sortedBy, sortOf } from '../../lists/list-search.ts'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { Link } from '../../ui/details/link.tsx'
import { FilterBar } from '../../ui/list-parts/filter-bar.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'
import { MemberCard, memberColumns, memberHref } from './member-columns.tsx'
import { RemoveMembersDialog } from './remove-members-dialog.tsx'
import { membersAddress } from './resource-group-address.ts'
import type { MembersSearch } from './resource-group-address.ts'
import { memberTypeLabels } from './resource-group-labels.ts'
import { resourceGroupPath } from './resource-group-link.tsx'
import classes from './resource-groups.module.css'

interface GroupMembersPanelProps {
  group: ResourceGroupRow
  search: MembersSearch
  onSearch: (search: MembersSearch) => void
}

const card = (member: GroupMember) => <MemberCard member={member} />
const { failed } = groupMembers.route.says
const none: ReadonlySet<string> = new Set()
/** As many as one call takes. */
const removedAtMost = 100

/** What a group holds, by kind. */
export function GroupMembersPanel({ group, search, onSearch }: GroupMembersPanelProps) {
  const may = useCanCall(groupMembers.route)
  const mayChange = useCanCall(changeBelongs) && group.type !== 'system'
  const [selection, setSelection] = useState(none)
  const [isRemoving, setRemoving] = useState(false)
  const own = membersAddress.from(search)
  const onOwn = (next: typeof own): void => (setSelection(none), onSearch(membersAddress.into(next)))
  const params = { group_id: group.id }
  const query = { ...membersAddress.filter(own), ...orderOf(own) }
  const list = useList(groupMembers.route, query, { enabled: may, params, isLive: true })
  const filters = filtersOf(groupMembers, own, onOwn, {
    type: null,
    public_facing: yesNoChip(t('Public-facing'), IconEye),
  })
  if (!may) return <NoPermission action="GET_RESOURCES" resource="resource_group" />
  const chosen = list.rows.filter(({ id }) => selection.has(id))
  return (
    <div className={classes.panel}>
      <Kinds group={group} active={own.type?.[0]} />
      <FilterBar
        search={{
          value: own.q ?? '',
          placeholder: t('Name or code'),
          onChange: (q) => onOwn({ ...own, q: q === '' ? undefined : q }),
        }}
        filters={filters}
        onClear={() => onOwn(cleared(own))}
      >
        {chosen.length > 0 && mayChange && (
          <Button
            size="xs"
            data-danger
            leftSection={<IconFolderMinus size={14} aria-hidden />}
            onClick={() => setRemoving(true)}
          >
            {t('Remove {{count}}', { count: chosen.length })}
          </Button>
        )}
        <ListExport
          route={groupMembers.csv}
          params={params}
          query={query}
          title={t('Export members')}
          count={list.count ?? ''}
        />
      </FilterBar>
      <ListRows
        label={t('Members of {{name}}', { name: group.name })}
        columns={memberColumns}
        list={list}
        failed={failed}
        rowHref={memberHref}
        card={card}
        sort={sortOf(own, groupMembers)}
        onSort={(sort) => onOwn(sortedBy(own, sort, groupMembers))}
        {...(mayChange ? { selection, onSelection: (next) => setSelection(limited(next)) } : {})}
        words={words()}
        isFiltered={isNarrowed(own)}
        onClear={() => onOwn(cleared(own))}
        resetKey={JSON.stringify(query)}
      />
      {isRemoving && chosen.length > 0 && (
        <RemoveMembersDialog
          group={group}
          members={chosen}
          onDone={() => (setSelection(none), setRemoving(false))}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  )
}

const limited = (selection: ReadonlySet<string>): ReadonlySet<string> => new Set([...selection].slice(0, removedAtMost))

/** How many members there are of each kind; riders are counted and never listed. */
function Kinds({ group, active }: { group: ResourceGroupRow; active: MemberType | undefined }) {
  const { number } = useFormat()
  const { data } = useLive(countGroupMembers, { params: { group_id: group.id } }, { isQuiet: true })
  const path = resourceGroupPath(group.id)
  const shown = (data ?? []).filter(({ count }) => count > 0)
  const isListed = (type: string): type is MemberType => isOneOf(memberTypes, type)
  if (shown.length === 0) return null
  return (
    <div className={classes.kinds} role="group" aria-label={t('Kinds of members')}>
      <Link href={path} aria-current={active === undefined ? 'true' : undefined}>
        {t('All')}
      </Link>
      {shown.map(({ type, count, is_exact }) => {
        const name = t(valueIn(memberTypeLabels, type)?.many ?? type)
        const shownCount = is_exact ? number(count) : `${number(count)}+`
        const words = (
          <>
            {name}
            <span>{shownCount}</span>
          </>
        )
        return isListed(type) ? (
          <Link key={type} href={`${path}?member_type=${type}`} aria-current={active === type ? 'true' : undefined}>
            {words}
          </Link>
        ) : (
          <span key={type} className={classes.note} data-tip={t('Find a user to see their groups.')}>
            {t('{{kind}}, not listed: {{count}}', { kind: name, count: shownCount })}
          </span>
        )
      })}
    </div>
  )
}

const words = () => ({
  noMatch: t('No member matches'),
  noData: t('Nothing belongs to this group yet'),
  whyNoData: t('Add locations, devices or people to it.'),
})
