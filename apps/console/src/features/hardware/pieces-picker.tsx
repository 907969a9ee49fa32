import { Checkbox } from '@mantine/core'
import { listHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import type { PlacedHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { t } from '../../i18n/i18n.ts'
import { emptyState } from '../../lists/list-rows.tsx'
import type { ListWords } from '../../lists/list-rows.tsx'
import type { List } from '../../lists/list.ts'
import { Skeleton } from '../../ui/frame/states.tsx'
import { MoreFailed } from '../../ui/list-parts/list-footer.tsx'
import { MoreRows } from '../../ui/list-parts/more-rows.tsx'

interface HardwarePiecesProps {
  found: List<PlacedHardware>
  /** Which are ticked. */
  ids: readonly string[]
  onTick: (piece: PlacedHardware, isOn: boolean) => void
  label: (piece: PlacedHardware) => string
  detail: (piece: PlacedHardware) => string
  words: ListWords
  /** Of the part that holds the boxes. */
  className: string | undefined
}

/** Hardware to be ticked: why there is none, and how many more there are than are shown. */
export function HardwarePieces({ found, ids, onTick, label, detail, words, className }: HardwarePiecesProps) {
  const { failed } = listHardware.says
  return (
    <>
      {found.isLoading && found.rows.length === 0 && <Skeleton lines={6} />}
      {emptyState(found, { words, failed })}
      <div className={className} role="group" aria-label={t('Hardware')}>
        {found.rows.map((piece) => (
          <Checkbox
            key={piece.id}
            label={label(piece)}
            description={detail(piece)}
            checked={ids.includes(piece.id)}
            onChange={(event) => onTick(piece, event.currentTarget.checked)}
          />
        ))}
      </div>
      {found.error !== null && found.rows.length > 0 && (
        <MoreFailed title={failed} isBusy={found.isLoadingMore} onRetry={found.retry} />
      )}
      {found.error === null && found.hasMore && (
        <MoreRows
          shown={found.rows.length}
          all={found.count ?? ''}
          isBusy={found.isLoadingMore}
          onMore={found.loadMore}
        />
      )}
    </>
  )
}
