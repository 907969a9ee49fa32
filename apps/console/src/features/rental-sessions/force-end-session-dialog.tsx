import { IconFlagOff } from '@tabler/icons-react'
import { forceEndRentalSession } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { RentalSession } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ForceEndFields, forceEndDefaults } from './force-end-fields-picker.tsx'

interface ForceEndSessionDialogProps {
  session: RentalSession
  onClose: () => void
}

/** Ends this session alone: a later ride on the same vehicle stays open. */
export const ForceEndSessionDialog = ({ session, onClose }: ForceEndSessionDialogProps) => (
  <Dialog
    opened
    onClose={onClose}
    title={t('Force end the session of {{code}}?', { code: session.rental_code })}
    icon={IconFlagOff}
    size={480}
    isDanger
  >
    <ContractForm
      route={forceEndRentalSession}
      params={{ rental_session_id: session.id }}
      defaults={forceEndDefaults}
      saveLabel={t('Force end')}
      onDone={onClose}
      onCancel={onClose}
    >
      <ForceEndFields isReservation={session.status === 'booked'} rideId={session.id} />
    </ContractForm>
  </Dialog>
)
