import { IconPlayerStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { getParkingSession } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { forceEndSession, getSessionFee } from '@wheelhouse/contract/parking-sessions/session-fee.ts'
import type { ParkingSessionDetails } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type { SessionFee } from '@wheelhouse/contract/parking-sessions/session-fee.ts'
import { call, read } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { nothing, useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useCan, useCanCall } from '../../session/can.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useField } from '../../ui/form/form-state.ts'
import { Skeleton } from '../../ui/frame/states.tsx'
import { SwitchField, TextAreaField } from '../../ui/form/text-fields.tsx'
import { durationLabel } from '../../ui/details/time.tsx'
import classes from './parking-sessions.module.css'

interface ForceEndDialogProps {
  session: ParkingSessionDetails
  onClose: () => void
}

/** The fee first, then what else happens when the session ends. */
export function ForceEndDialog({ session, onClose }: ForceEndDialogProps) {
  const mayOpenDock = useCan({ device: ['FORCESTATUS', 'GETCMDSHISTORY'] }) && session.hardware_id !== null
  const seesFee = useCanCall(getSessionFee)
  const params = { session_id: session.id }
  const money = useQuery({
    ...read(getSessionFee, { params }, { isQuiet: true }),
    enabled: seesFee,
    refetchInterval: 30_000,
  })
  const shown = money.data ? (money.data.fee?.total_minor ?? 0) : null
  const isWaiting = seesFee && money.isPending
  return (
    <Dialog opened onClose={onClose} title={t('Force end this session?')} icon={IconPlayerStop} isDanger size={480}>
      {isWaiting ? <Skeleton lines={3} /> : <Consequence session={session} money={money.data ?? null} />}
      {!isWaiting && (
        <ContractForm
          route={forceEndSession}
          params={params}
          version={session.version}
          fresh={() => call(getParkingSession, { params })}
          defaults={{ comment: '', opens_dock: false, fee_minor: shown }}
          isNew
          hasDraft={false}
          saveLabel={t('End session')}
          cancelLabel={t('Keep session')}
          onDone={onClose}
          onCancel={onClose}
        >
          <ShownFee shown={shown} fee={money.data?.fee ?? null} />
          {mayOpenDock && (
            <SwitchField
              name="opens_dock"
              label={t('Dock')}
              sentence={t('Open the dock')}
              help={t('Anyone at the dock can take the bike.')}
            />
          )}
          <TextAreaField name="comment" label={t('Comment')} maxLength={500} />
        </ContractForm>
      )}
    </Dialog>
  )
}

/** A fee that grew while the dialog was open is sent as it is shown now, and what was typed stays. */
function ShownFee({ shown, fee }: { shown: number | null; fee: SessionFee['fee'] }) {
  const { money } = useFormat()
  const { value, set } = useField<number | null>({
    name: 'fee_minor',
    label: t('Fee'),
    show: (minor) => (typeof minor === 'number' && fee !== null ? money(minor, fee.currency) : nothing),
  })
  const sendShown = useEffectEvent(() => value !== shown && set(shown))
  useEffect(() => void sendShown(), [value, shown])
  return null
}

/** The result first: what is charged, and to whom. */
function Consequence({ session, money }: { session: ParkingSessionDetails; money: SessionFee | null }) {
  const { money: sum } = useFormat()
  const fee = money?.fee ?? null
  if (session.status === 'booked') return <p>{t('The booking ends, and nothing is charged.')}</p>
  if (money === null) return <p>{t('The session ends now, and its fee is charged.')}</p>
  if (fee === null || fee.total_minor === 0) return <p>{t('The session ends now. Nothing is charged.')}</p>
  const amount = sum(fee.total_minor, fee.currency)
  const time = durationLabel(Date.parse(money.at) - Date.parse(session.started_at))
  return (
    <div className={classes.consequence}>
      <strong>{amount}</strong>
      <p>
        {session.user_name === null
          ? t('is the fee for {{time}}. Nobody is charged, because the rider is unknown.', { time })
          : t('is charged to {{name}} for {{time}}. The session ends now.', { name: session.user_name, time })}
      </p>
    </div>
  )
}
