import { Button } from '@mantine/core'
import { IconBuilding, IconPencil, IconPower, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { listAllowlistLocks } from '@wheelhouse/contract/allowlists/allowlist-targets.ts'
import {
  deleteAllowlist,
  getAllowlist,
  listAllowlistEvents,
  setAllowlistStatus,
  updateAllowlist,
} from '@wheelhouse/contract/allowlists/allowlists.ts'
import type { Allowlist } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { lastList } from '../../lists/last-viewed-list.ts'
import type { OnSearch } from '../../lists/list-address.ts'
import { useLiveBadge } from '../../live/live-badge.ts'
import { ThingPage } from '../../live/thing-page.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { DetailsHeader, idFact } from '../../ui/details/details.tsx'
import { StatusPill } from '../../ui/details/status.tsx'
import { DetailsSkeleton, RowBones } from '../../ui/details/details-skeleton.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { Tabs } from '../../ui/frame/page.tsx'
import { OrganizationLink } from '../organizations/organization-link.tsx'
import { SyncOf } from '../lock-targets/lock-sync-labels.tsx'
import { entitiesText, Visibility } from './allowlist-columns.tsx'
import { syncLabels } from './allowlist-labels.ts'
import { allowlistPath } from './allowlist-address.ts'
import type { AllowlistSearch, AllowlistTab } from './allowlist-address.ts'
import classes from './allowlists.module.css'
import { EntitiesPanel } from './entities-panel.tsx'

const EditAllowlistDialog = lazyComponent(() =>
  import('./allowlist-dialog.tsx').then((module) => module.EditAllowlistDialog),
)
const TargetsPanel = lazyComponent(() => import('./targets-panel.tsx').then((module) => module.TargetsPanel))
const LocksPanel = lazyComponent(() => import('./locks-panel.tsx').then((module) => module.LocksPanel))

interface AllowlistScreenProps {
  id: string
  /** The address is the state. */
  search: AllowlistSearch
  onSearch: OnSearch<AllowlistSearch>
  /** Events belong to another feature: the application puts them in. */
  history: ReactNode
  /** It was deleted here: back to the list. */
  onGone: () => void
}

/** One allowlist: who is on it, where it counts, and whether each lock has it. */
export function AllowlistScreen(props: AllowlistScreenProps) {
  const may = useCanCall(getAllowlist)
  const query = useLive(getAllowlist, { params: { allowlist_id: props.id } }, { enabled: may, isQuiet: true })
  useDocumentTitle(query.data?.name ?? t('Allowlist'))
  const back = { label: t('Allowlists'), href: '/allowlists' }
  return (
    <ThingPage
      route={getAllowlist}
      query={query}
      title={t('Allowlist')}
      back={back}
      thing={t('allowlist')}
      bones={
        <DetailsSkeleton title={t('Allowlist')} back={back}>
          <RowBones rows={12} />
        </DetailsSkeleton>
      }
    >
      {(list) => <Details {...props} list={list} />}
    </ThingPage>
  )
}

function Details({ list, search, onSearch, history, onGone }: AllowlistScreenProps & { list: Allowlist }) {
  const live = useLiveBadge()
  const mayEdit = useCanCall(updateAllowlist)
  const tabs = useTabs(list, search.tab)
  return (
    <>
      <DetailsHeader
        crumbs={[{ label: t('Allowlists'), href: lastList('allowlists')?.href ?? '/allowlists' }, { label: list.name }]}
        {...live}
        name={list.name}
        states={<StatusPill of="allowlist" value={list.status} />}
        actions={<HeadActions list={list} onEdit={() => onSearch({ ...search, edit: 'yes' })} onGone={onGone} />}
        facts={factsOf(list)}
        tabs={<Tabs label={t('Parts of this allowlist')} tabs={tabs} />}
      />
      {list.description !== '' && search.tab === undefined && <p className={classes.about}>{list.description}</p>}
      <Part list={list} search={search} onSearch={onSearch} history={history} />
      {search.edit !== undefined && mayEdit && (
        <EditAllowlistDialog list={list} onClose={() => onSearch({ ...search, edit: undefined })} />
      )}
    </>
  )
}

function Part({ list, search, onSearch, history }: Omit<AllowlistScreenProps, 'id' | 'onGone'> & { list: Allowlist }) {
  switch (search.tab) {
    case 'targets':
      return <TargetsPanel list={list} />
    case 'locks':
      return <LocksPanel list={list} search={search} onSearch={onSearch} />
    case 'events':
      return <div className={classes.history}>{history}</div>
    case undefined:
      return <EntitiesPanel list={list} search={search} onSearch={onSearch} />
  }
}

function useTabs(list: Allowlist, active: AllowlistTab | undefined) {
  const hasTargets = useCanCall(listAllowlistLocks)
  const hasEvents = useCanCall(listAllowlistEvents)
  const href = allowlistPath(list.id)
  const failed = list.locks_failed
  return [
    { id: 'entities', label: t('Users and keys'), href, isActive: active === undefined },
    ...(hasTargets
      ? [
          { id: 'targets', label: t('Targets'), href: `${href}?tab=targets`, isActive: active === 'targets' },
          {
            id: 'locks',
            label: t('On hardware'),
            href: `${href}?tab=locks`,
            isActive: active === 'locks',
            ...(failed > 0 ? { count: failed, tone: 'red' as const } : {}),
          },
        ]
      : []),
    ...(hasEvents
      ? [{ id: 'events', label: t('Events'), href: `${href}?tab=events`, isActive: active === 'events' }]
      : []),
  ]
}

function factsOf(list: Allowlist) {
  const { organization_id: id, organization_name: name } = list
  return [
    { value: entitiesText(list) },
    { value: <SyncOf {...list} /> },
    ...(id !== null && name !== null
      ? [{ icon: IconBuilding, value: <OrganizationLink id={id} name={name} />, isWideOnly: true }]
      : []),
    { value: <Visibility {...list} /> },
    { value: t(syncLabels[list.sync].word) },
    idFact(list.id),
  ]
}

interface HeadActionsProps {
  list: Allowlist
  onEdit: () => void
  onGone: () => void
}

function HeadActions({ list, onEdit, onGone }: HeadActionsProps) {
  const mayEdit = useCanCall(updateAllowlist)
  const isPhone = usePhone()
  const isActive = list.status === 'active'
  return (
    <>
      <ActionButton
        route={deleteAllowlist}
        input={{ params: { allowlist_id: list.id }, version: list.version }}
        label={t('Delete')}
        icon={IconTrash}
        isIconOnly={isPhone}
        reason={isActive ? t('Switch the allowlist off first') : undefined}
        confirm={{
          title: t('Delete {{name}}?', { name: list.name }),
          children: t('The users and keys on the allowlist are deleted too. The history stays in the audit log.'),
          isDanger: true,
          keepLabel: t('Keep allowlist'),
        }}
        onDone={onGone}
      />
      {mayEdit && (
        <Button leftSection={<IconPencil size={15} />} onClick={onEdit}>
          {t('Edit')}
        </Button>
      )}
      <ActionButton
        route={setAllowlistStatus}
        input={{
          params: { allowlist_id: list.id },
          version: list.version,
          body: { status: isActive ? 'not_enabled' : 'active' },
        }}
        label={isActive ? t('Switch off') : t('Switch on')}
        icon={IconPower}
        variant={isActive ? 'default' : 'filled'}
        confirm={isActive ? confirmOff(list) : confirmOn(list)}
        done={isActive ? t('Allowlist switched off') : t('Allowlist switched on')}
      />
    </>
  )
}

const locksText = ({ locks }: Allowlist): string => (locks === 1 ? t('1 lock') : t('{{locks}} locks', { locks }))

const confirmOn = (list: Allowlist) => ({
  title: t('Switch on {{name}}?', { name: list.name }),
  children:
    list.locks === 0
      ? t('The allowlist has no locks yet. It takes effect when targets are added.')
      : t(
          'From now on only its users and keys open {{locks}}: {{entities}}. Everyone else is refused as soon as a lock has the list.',
          {
            locks: locksText(list),
            entities: entitiesText(list),
          },
        ),
  keepLabel: t('Keep off'),
})

const confirmOff = (list: Allowlist) => ({
  title: t('Switch off {{name}}?', { name: list.name }),
  children: t(
    'Open for everyone again: {{locks}}, unless another active allowlist covers them. Users and keys stay on this list.',
    {
      locks: locksText(list),
    },
  ),
  isDanger: true,
  keepLabel: t('Keep on'),
})
