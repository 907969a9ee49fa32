import { useState } from 'react'
import { IconFlagOff } from '@tabler/icons-react'
import { bodyOf } from '@wheelhouse/contract/body-of.ts'
import { forceEndRent, forceEndRents } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { RentalDevice } from '@wheelhouse/contract/rentals/rentals.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import type { BulkDialogProps } from '../../lists/list-bulk.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ForceEndFields, forceEndDefaults } from '../rental-sessions/force-end-fields-picker.tsx'
import { DangerousBulkDialog } from './dangerous-bulk-dialog.tsx'
import classes from './rentals.module.css'

interface ForceEndDialogProps {
  vehicle: RentalDevice
  onClose: () => void
}

/** Ends the rent of one vehicle: with or without its fee, and why. */
export function ForceEndDialog({ vehicle, onClose }: ForceEndDialogProps) {
  // The vehicle is live: a ride that begins while the dialog is open is not the one that was decided about.
  const [shownRide] = useState(vehicle.rental_session_id)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Force end the rental of {{code}}?', { code: vehicle.code })}
      icon={IconFlagOff}
      size={480}
      isDanger
    >
      <ContractForm
        route={forceEndRent}
        params={{ rental_device_id: vehicle.id }}
        defaults={{ ...forceEndDefaults, rental_session_id: shownRide }}
        saveLabel={t('Force end rent')}
        onDone={onClose}
        onCancel={onClose}
      >
        <p className={classes.effect}>
          {t('The rental ends now, and the rental device receives the command to lock.')}
        </p>
        <ForceEndFields isReservation={vehicle.state === 'reserved'} rideId={shownRide} />
      </ContractForm>
    </Dialog>
  )
}

const manySchema = bodyOf(forceEndRents).omit({ target: true })

/** The same for all that are selected; what is not rented is named and stays as it is. */
export const ForceEndBulkDialog = (bulk: BulkDialogProps) => (
  <DangerousBulkDialog
    bulk={bulk}
    title={bulk.count === '1' ? t('Force end 1 rental?') : t('Force end {{count}} rentals?', { count: bulk.count })}
    icon={IconFlagOff}
    label={t('Force end rent')}
    effect={t(
      'Their rentals end now, and the rental devices receive the command to lock. Rental devices without a rental are unchanged.',
    )}
    schema={manySchema}
    defaults={forceEndDefaults}
    routeOf={() => forceEndRents}
  >
    <ForceEndFields isReservation={false} rideId={null} />
  </DangerousBulkDialog>
)
