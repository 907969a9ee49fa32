import { IconCircleCheck, IconDeviceMobile, IconEye } from '@tabler/icons-react'
import { createAllowlist } from '@wheelhouse/contract/allowlists/allowlists.ts'
import type { Allowlist } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useCanCall } from '../../session/can.ts'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { AllowlistCard, allowlistColumns } from './allowlist-columns.tsx'
import { statusLabels, syncLabels, visibilityLabels } from './allowlist-labels.ts'
import { allowlistPath, allowlistsAddress } from './allowlist-address.ts'

const NewAllowlistDialog = lazyComponent(() =>
  import('./allowlist-dialog.tsx').then((module) => module.NewAllowlistDialog),
)

const rowName = ({ name }: Allowlist): string => name
const rowHref = ({ id }: Allowlist): string => allowlistPath(id)
const card = (row: Allowlist) => <AllowlistCard list={row} />

interface AllowlistsScreenProps extends ListScreenProps<typeof allowlistsAddress> {
  onCreated: (id: string) => void
}

/** Who may open which locks: every list, whether it is on, and how far the hardware has it. */
export function AllowlistsScreen({ search, onSearch, onCreated }: AllowlistsScreenProps) {
  const mayCreate = useCanCall(createAllowlist)
  return (
    <>
      <ListPage
        address={allowlistsAddress}
        search={search}
        onSearch={onSearch}
        title={t('Allowlists')}
        columns={allowlistColumns}
        card={card}
        rowName={rowName}
        rowHref={rowHref}
        filters={{
          status: chip(t('Status'), IconCircleCheck, statusLabels),
          visibility: chip(t('Visibility'), IconEye, visibilityLabels),
          sync: chip(t('Sync'), IconDeviceMobile, syncLabels),
          created_at: ageChip(t('Created')),
        }}
        find={t('Name or description')}
        actions={
          mayCreate && <CreateButton label={t('New allowlist')} onClick={() => onSearch({ ...search, open: 'new' })} />
        }
        words={{
          noMatch: t('No allowlist matches'),
          noData: t('No allowlists yet'),
          whyNoData: t('An allowlist says who may open the locks of a garage, a hangar or single docks.'),
        }}
      />
      {search.open === 'new' && mayCreate && (
        <NewAllowlistDialog
          onDone={({ id }) => onCreated(id)}
          onClose={() => onSearch({ ...search, open: undefined })}
        />
      )}
    </>
  )
}
