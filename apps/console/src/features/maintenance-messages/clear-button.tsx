import { clearMaintenanceMessage } from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import type { MaintenanceMessage } from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'

/** A current one ends, a scheduled one never begins. */
export const ClearButton = ({ location, message }: { location: Location; message: MaintenanceMessage }) => (
  <ActionButton
    route={clearMaintenanceMessage}
    input={{ params: { location_id: location.id, message_id: message.id } }}
    label={t('Clear')}
    variant="subtle"
  />
)
