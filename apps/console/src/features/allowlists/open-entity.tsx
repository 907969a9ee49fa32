import { allowlistEntities } from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import type { AllowlistEntity } from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import type { Allowlist } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import type { List } from '../../lists/list.ts'
import { oneRow } from '../../lists/one-row.ts'
import { ThingPanel } from '../../live/thing-panel.tsx'
import { useLive } from '../../live/use-live.ts'
import { EntityPanel } from './entity-panel.tsx'

interface OpenEntityProps {
  id: string
  /** The list beside it. */
  found: List<AllowlistEntity>
  list: Allowlist
  onClose: () => void
}

/** The user or key that the address opens, also where the list does not show it. */
export function OpenEntity({ id, found, list, onClose }: OpenEntityProps) {
  const listed = found.rows.find((row) => row.id === id)
  const input = { params: { allowlist_id: list.id }, query: { id } }
  // Also of a row that the list shows: the panel stays when a change moves the row out of the filter.
  const asked = useLive(allowlistEntities.route, input, { isQuiet: true })
  return (
    <ThingPanel
      query={oneRow({ listed, asked })}
      failed={allowlistEntities.says.failed}
      missing={notFoundText(t('entry'))}
      title={t('Entry')}
      onClose={onClose}
    >
      {(entity) => <EntityPanel list={list} entity={entity} onClose={onClose} />}
    </ThingPanel>
  )
}
