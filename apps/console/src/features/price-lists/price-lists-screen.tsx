import { IconCategory, IconCoin, IconMapPin, IconProgress } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listPriceLists, priceListsOf } from '@wheelhouse/contract/price-lists/price-lists.ts'
import type { PriceList } from '@wheelhouse/contract/price-lists/price-lists.ts'
import { read } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { useLinkedValues } from '../../lists/linked-values.ts'
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

/** What parking costs where, now and next. */
export function PriceListsScreen({ search, onSearch, onOpen }: ScreenProps) {
  const mayCreate = useCanCall(priceListsOf.location.create)
  const target = useLinkedValues(
    { label: t('Location or fleet'), icon: IconMapPin, textOf: () => t('this one') },
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

/** A copy is read from the list first, since a link may name any. */
function Creation({ open, onDone, onClose }: CreationProps) {
  const id = open.startsWith('copy:') ? open.slice('copy:'.length) : null
  const lists = useQuery({ ...read(listPriceLists, { query: { limit: 500 } }), enabled: id !== null })
  const from = lists.data?.items.find((one) => one.id === id) ?? null
  if (id !== null && !lists.data) return null
  return <NewPriceListDialog from={from} onDone={onDone} onClose={onClose} />
}
