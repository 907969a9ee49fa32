import { Button } from '@mantine/core'
import { IconCategory, IconPlus, IconProgress } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import {
  addAllowlistKeys,
  addAllowlistUsers,
  allowlistEntities,
  removeAllowlistKeys,
  removeAllowlistUsers,
} from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import type { Allowlist } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { t } from '../../i18n/i18n.ts'
import type { OnSearch } from '../../lists/list-address.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { ageChip, chip, filtersOf } from '../../lists/list-filters.tsx'
import { cleared, isNarrowed, orderOf, sortedBy, sortOf } from '../../lists/list-search.ts'
import { ListRows } from '../../lists/list-rows.tsx'
import { useList } from '../../lists/list.ts'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { FilterBar } from '../../ui/list-parts/filter-bar.tsx'
import { entityStatusLabels, kindLabels } from './allowlist-labels.ts'
import { entityAddress } from './allowlist-address.ts'
import type { AllowlistSearch } from './allowlist-address.ts'
import classes from './allowlists.module.css'
import { EntityCard, entityColumns } from './entity-columns.tsx'

const AddEntitiesDialog = lazyComponent(() =>
  import('./add-entities-dialog.tsx').then((module) => module.AddEntitiesDialog),
)
const RemoveBar = lazyComponent(() => import('./remove-bar.tsx').then((module) => module.RemoveBar))
const OpenEntity = lazyComponent(() => import('./open-entity.tsx').then((module) => module.OpenEntity))

interface EntitiesPanelProps {
  list: Allowlist
  search: AllowlistSearch
  onSearch: OnSearch<AllowlistSearch>
}

const { failed } = allowlistEntities.says
const none: ReadonlySet<string> = new Set()

/** The users and keys of an allowlist. */
export function EntitiesPanel({ list, search, onSearch }: EntitiesPanelProps) {
  const params = { allowlist_id: list.id }
  const own = entityAddress.from(search)
  const onOwn: OnSearch<typeof own> = (next, options) => onSearch({ ...search, ...entityAddress.into(next) }, options)
  const query = { ...entityAddress.filter(own), ...orderOf(own) }
  const found = useList(allowlistEntities.route, query, { params, isLive: true })
  const filters = filtersOf(allowlistEntities, own, onOwn, {
    kind: chip(t('Kind'), IconCategory, kindLabels),
    status: chip(t('Status'), IconProgress, entityStatusLabels),
    created_at: ageChip(t('Added')),
    // The open one is in the address of its panel.
    id: null,
  })
  const [selection, setSelection] = useState(none)
  const filterKey = JSON.stringify(own)
  const selectedUnderRef = useRef(filterKey)
  const mayRemove = [useCanCall(removeAllowlistUsers), useCanCall(removeAllowlistKeys)].some(Boolean)
  // In the address: a form in the panel then asks before another row takes its place.
  const onOpen = (entry: string | undefined): void => onSearch({ ...search, entry })
  const clear = (): void => onOwn(cleared(own))
  const isPhone = usePhone()
  const exporting = (
    <ListExport
      route={allowlistEntities.csv}
      params={params}
      query={query}
      title={t('Export users and keys')}
      count={found.count ?? ''}
    />
  )
  return (
    <div className={classes.panel}>
      <SectionHead
        title={t('Users and keys')}
        count={found.total?.total}
        actions={
          <>
            {!isPhone && exporting}
            <AddButtons list={list} />
          </>
        }
      />
      <FilterBar
        search={{
          value: own.q ?? '',
          placeholder: t('Comment, name, full key'),
          onChange: (q) => onOwn({ ...own, q: q === '' ? undefined : q }, { replace: true }),
        }}
        filters={filters}
        onClear={clear}
        last={isPhone ? exporting : undefined}
      />
      <ListRows
        label={t('Users and keys')}
        columns={entityColumns}
        list={found}
        failed={failed}
        sort={sortOf(own, allowlistEntities)}
        onSort={(sort) => onOwn(sortedBy(own, sort, allowlistEntities))}
        onOpen={({ id }) => onOpen(id)}
        openId={search.entry}
        card={(entity) => <EntityCard entity={entity} />}
        {...(mayRemove ? { selection, onSelection: setSelection } : {})}
        bulk={
          selection.size > 0 && (
            <RemoveBar
              list={list}
              found={found}
              filterKey={filterKey}
              selectedUnderRef={selectedUnderRef}
              selection={selection}
              onSelection={setSelection}
            />
          )
        }
        words={words()}
        isFiltered={isNarrowed(own)}
        onClear={clear}
        resetKey={JSON.stringify(query)}
      />
      {search.entry !== undefined && (
        <OpenEntity key={search.entry} id={search.entry} found={found} list={list} onClose={() => onOpen(undefined)} />
      )}
    </div>
  )
}

function AddButtons({ list }: { list: Allowlist }) {
  const mayUsers = useCanCall(addAllowlistUsers)
  const mayKeys = useCanCall(addAllowlistKeys)
  const [adding, setAdding] = useState<'users' | 'keys' | null>(null)
  return (
    <>
      {mayKeys && (
        <Button leftSection={<IconPlus size={15} />} onClick={() => setAdding('keys')}>
          {t('Add keys')}
        </Button>
      )}
      {mayUsers && (
        <Button leftSection={<IconPlus size={15} />} onClick={() => setAdding('users')}>
          {t('Add users')}
        </Button>
      )}
      {adding !== null && <AddEntitiesDialog list={list} of={adding} onClose={() => setAdding(null)} />}
    </>
  )
}

const words = () => ({
  noMatch: t('No user or key matches'),
  noData: t('Nobody is on this allowlist yet'),
  whyNoData: t('Add users by phone, email or ID, and cards by their RFID number.'),
})
