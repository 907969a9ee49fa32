import { IconFolders, IconStatusChange, IconTag } from '@tabler/icons-react'
import { changeLocationPrivateTags, changeLocationTags } from '@wheelhouse/contract/locations/location-edit.ts'
import { forceLocationStatuses, setLocationStatuses } from '@wheelhouse/contract/locations/location-status.ts'
import { changeManyBelongs } from '@wheelhouse/contract/permissions/bulk-belongs.ts'
import { t } from '../../i18n/i18n.ts'
import type { BulkAction } from '../../lists/list-bulk.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'

/** What can be taken back is known after the act. Without its code nothing is offered: the act itself is done. */
const undoBy =
  (name: 'tagsUndo' | 'statusUndo'): BulkAction['undo'] =>
  (results, sent) =>
    import('./location-writing.ts').then(
      (writing) => writing[name](results, sent),
      () => [],
    )

export const locationBulk: readonly BulkAction[] = [
  {
    label: t('Tags'),
    icon: IconTag,
    route: changeLocationTags,
    others: [changeLocationPrivateTags],
    dialog: lazyComponent(() => import('./location-bulk-dialogs.tsx').then((module) => module.TagsBulkDialog)),
    undo: undoBy('tagsUndo'),
  },
  {
    label: t('Status'),
    icon: IconStatusChange,
    route: setLocationStatuses,
    others: [forceLocationStatuses],
    dialog: lazyComponent(() => import('./location-bulk-dialogs.tsx').then((module) => module.StatusBulkDialog)),
    undo: undoBy('statusUndo'),
  },
  {
    label: t('Groups'),
    icon: IconFolders,
    route: changeManyBelongs,
    dialog: lazyComponent(() =>
      import('../resource-groups/belongs-bulk-picker.tsx').then((module) => module.LocationGroupsDialog),
    ),
  },
]
