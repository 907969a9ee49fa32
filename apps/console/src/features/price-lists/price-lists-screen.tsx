import { IconCategory, IconCoin, IconMapPin, IconProgress } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listPriceLists, priceListsOf } from '@wheelhouse/contract/price-lists/price-lists.ts'
import type { PriceList } from '@wheelhouse/contract/price-lists/price-lists.ts'
import { call, read } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { useLinkedNames } from '../../lists/linked-names.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { useCanCall } from '../../session/can.ts'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { priceListsAddress } from './price-list-address.ts'
import { priceListPath } from './price-list-path.ts'
import { PriceListCard, priceListColumns } from './price-list-columns.tsx'
import { statusLabels, targetLabels } from './price-list-labels.ts'

const NewPriceListDialog = lazyComponent(() =>
  import('./price-list-dialogs.tsx').then((module) => module.NewPriceListDialog),
)

type ScreenProps = ListScreenProps<typeof priceListsAddress> & { onOpen: (path: string) => void }

const card = (row: PriceList) => <PriceListCard list={row} />
const rowHref = (row: PriceList): string => priceListPath(row)

/** A location or fleet as its own price lists name it. */
async function targetName(id: string): Promise<string | null> {
  const { items } = await call(listPriceLists, { query: { target_id: [id], limit: 1 } })
  const [list] = items
  if (list === undefined) return null
  return list.target_code === null ? list.target_name : `${list.target_code} ${list.target_name}`
}

/** What parking costs where, now and next. */
export function PriceListsScreen({ search, onSearch, onOpen }: ScreenProps) {
  const mayCreate = useCanCall(priceListsOf.location.create)
  const target = useLinkedNames(
    { label: t('Location or fleet'), icon: IconMapPin, nameOf: targetName, unnamed: t('this one') },
    search.target_id,
    search.target_id_not,
  )
  const close = (): void => onSearch({ ...search, open: undefined })
  return (
    <>
      <ListPage
        address={priceListsAddress}
        search={search}
        onSearch={onSearch}
        title={t('Price lists')}
        columns={priceListColumns}
        card={card}
        rowHref={rowHref}
        filters={{
          status: chip(t('Status'), IconProgress, statusLabels),
          target_type: chip(t('For'), IconCategory, targetLabels),
          currency: {
            label: t('Currency'),
            icon: IconCoin,
            choices: ['EUR', 'NOK', 'USD', 'SEK', 'DKK', 'GBP'].map((value) => ({ value, label: value })),
          },
          target_id: target,
          id: null,
          created_at: ageChip(t('Created')),
        }}
        find={t('Name, location or fleet')}
        actions={
          mayCreate ? (
            <CreateButton label={t('New price list')} onClick={() => onSearch({ ...search, open: 'new' })} />
          ) : undefined
        }
        words={{
          noMatch: t('No price list matches'),
          noData: t('No price lists yet'),
          whyNoData: t('Without a price list parking is free.'),
        }}
      />
      {mayCreate && search.open !== undefined && (
        <Creation open={search.open} onDone={(list) => onOpen(priceListPath(list))} onClose={close} />
      )}
    </>
  )
}

interface CreationProps {
  open: string
  onDone: (list: PriceList) => void
  onClose: () => void
}

/** What is copied is read by its id first, since a link may name any. */
function Creation({ open, onDone, onClose }: CreationProps) {
  const id = open.startsWith('copy:') ? open.slice('copy:'.length) : null
  const found = useQuery({
    ...read(listPriceLists, { query: { id: id ?? undefined, limit: 1 } }),
    enabled: id !== null,
  })
  const from = found.data?.items.find((one) => one.id === id) ?? null
  if (id !== null && !found.data) return null
  return <NewPriceListDialog from={from} onDone={onDone} onClose={onClose} />
}
