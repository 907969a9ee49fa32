import { useQuery } from '@tanstack/react-query'
import { getRentalSessionFee } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { read } from '../../api/api.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useCanCall } from '../../session/can.ts'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import type { FormValues } from '../../ui/form/form-state.ts'
import { TextAreaField } from '../../ui/form/text-fields.tsx'

export const forceEndDefaults: FormValues = { fee: null, comment: '' }

interface ForceEndFieldsProps {
  isReservation: boolean
  /** The ride that ends, so that its fee is shown before it is confirmed; null where it is not known, or where many end. */
  rideId: string | null
}

/** What ending a rent asks for: whether the rider pays, and why it was ended (spec 5: a comment is required). */
export function ForceEndFields({ isReservation, rideId }: ForceEndFieldsProps) {
  const sum = useFeeSoFar(isReservation ? null : rideId)
  const pays = sum === null ? t('the rider pays up to now') : t('the rider pays {{sum}} so far', { sum })
  return (
    <>
      <SelectField
        name="fee"
        label={t('Fee')}
        help={isReservation ? t('A reservation costs nothing either way.') : undefined}
        options={[
          { value: 'charged', label: t('With fee'), detail: pays },
          { value: 'waived', label: t('Without fee'), detail: t('the rider pays nothing') },
        ]}
      />
      <TextAreaField name="comment" label={t('Comment')} maxLength={500} help={t('At least 10 characters.')} />
    </>
  )
}

/** What the ride costs if it ends now; null without the right to payments, and where the fleet has no price list. */
function useFeeSoFar(rideId: string | null): string | null {
  const { money } = useFormat()
  const may = useCanCall(getRentalSessionFee)
  const { data } = useQuery({
    ...read(getRentalSessionFee, { params: { rental_session_id: rideId ?? '' } }, { isQuiet: true }),
    enabled: may && rideId !== null,
    refetchInterval: 30_000,
  })
  return data?.fee ? money(data.fee.total_minor, data.fee.currency) : null
}
