import { IconMessage2 } from '@tabler/icons-react'
import {
  clearMaintenanceMessages,
  setMaintenanceMessages,
} from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import { t } from '../../i18n/i18n.ts'
import type { BulkAction } from '../../lists/list-bulk.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'

export const messageBulk: readonly BulkAction[] = [
  {
    label: t('Maintenance message'),
    icon: IconMessage2,
    route: setMaintenanceMessages,
    others: [clearMaintenanceMessages],
    dialog: lazyComponent(() => import('./message-bulk-dialog.tsx').then((module) => module.MessageBulkDialog)),
  },
]
