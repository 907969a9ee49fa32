import { IconMessage2 } from '@tabler/icons-react'
import {
  clearMaintenanceMessages,
  setMaintenanceMessages,
} from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import { actionFailures } from '../../lib/failures.ts'
import { t } from '../../lib/i18n.ts'
import type { BulkAction } from '../../lib/list-bulk.ts'
import { lazyPart } from '../../ui/later.tsx'

export const messageBulk: readonly BulkAction[] = [
  {
    label: t('Maintenance message'),
    icon: IconMessage2,
    route: setMaintenanceMessages,
    others: [clearMaintenanceMessages],
    failed: actionFailures.updateMaintenanceMessage,
    dialog: lazyPart(() => import('./MessageBulkDialog.tsx').then((module) => module.MessageBulkDialog)),
  },
]
