import { IconStatusChange, IconTag } from '@tabler/icons-react'
import { changeLocationPrivateTags, changeLocationTags } from '@wheelhouse/contract/location-edit.ts'
import { forceLocationStatuses, setLocationStatuses } from '@wheelhouse/contract/location-status.ts'
import { actionFailures, successes } from '../../lib/failures.ts'
import { t } from '../../lib/i18n.ts'
import type { BulkAction } from '../../lib/list-bulk.ts'
import { lazyPart } from '../../ui/later.tsx'
import { statusUndo, tagsUndo } from './location-writing.ts'

export const locationBulk: readonly BulkAction[] = [
  {
    label: t('Tags'),
    icon: IconTag,
    route: changeLocationTags,
    others: [changeLocationPrivateTags],
    failed: actionFailures.updateTags,
    done: successes.tagsUpdated,
    dialog: lazyPart(() => import('./LocationBulkDialogs.tsx').then((module) => module.TagsBulkDialog)),
    undo: tagsUndo,
  },
  {
    label: t('Status'),
    icon: IconStatusChange,
    route: setLocationStatuses,
    others: [forceLocationStatuses],
    failed: actionFailures.updateLocationStatus,
    done: successes.locationStatusesUpdated,
    dialog: lazyPart(() => import('./LocationBulkDialogs.tsx').then((module) => module.StatusBulkDialog)),
    undo: statusUndo,
  },
]
