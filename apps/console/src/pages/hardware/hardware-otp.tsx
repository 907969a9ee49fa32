import { IconKey, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { consoleDeadline } from '@wheelhouse/contract/commands/console-timeout.ts'
import {
  generateOneTimePassword,
  getOneTimePasswords,
  rotateOtpSecret,
} from '@wheelhouse/contract/hardware/hardware-details.ts'
import type { OneTimePasswords } from '@wheelhouse/contract/hardware/hardware-details.ts'
import type { ReplyOf } from '@wheelhouse/contract/route.ts'
import { ActionButton, useMayDo } from '../../forms/action-button.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useMoment } from '../../ui/base/clock.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { Card } from '../../ui/details/key-values.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import classes from './hardware-page.module.css'
import { rotationState } from './otp-rotation.ts'

type Issued = ReplyOf<typeof generateOneTimePassword>
const pollMs = 2_000

/** Passwords with which a technician opens the hardware itself. Only those who may issue them see the card. */
export function HardwareOtp({ id }: { id: string }) {
  return useMayDo(getOneTimePasswords) ? <Passwords id={id} /> : null
}

function Passwords({ id }: { id: string }) {
  const [issued, setIssued] = useState<Issued | null>(null)
  const params = { hardware_id: id }
  const passwords = useLive(
    getOneTimePasswords,
    { params },
    {
      isQuiet: true,
      refetchInterval: ({ state }) => (state.data?.rotation?.status === 'in_progress' ? pollMs : false),
    },
  )
  return (
    <Card title={t('One-time password')}>
      <Loaded query={passwords} failed={getOneTimePasswords.says.failed} bones={<Skeleton lines={3} />}>
        {(found) => (
          <div className={classes.stack}>
            <Explanation passwords={found} />
            {issued !== null && <Password issued={issued} />}
            <div className={classes.start}>
              {found.activated_at !== null && (
                <ActionButton
                  route={generateOneTimePassword}
                  input={{ body: { hardware_id: id } }}
                  label={t('Generate OTP')}
                  icon={IconKey}
                  onDone={setIssued}
                />
              )}
              <Rotate id={id} passwords={found} onDone={() => setIssued(null)} />
            </div>
            <IssuedOnes passwords={found} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

/** The state of a rotation, from the present to the moment at which the console gives up. */
const useRotation = (rotation: Command | null) =>
  rotationState(rotation, useMoment(rotation === null ? 0 : consoleDeadline(rotation)))

const delayTexts = {
  late: 'The hardware has not answered in time. It may still accept the new secret.',
  not_taken: 'The hardware did not accept the new secret. Passwords still use the previous one.',
} as const

function Explanation({ passwords: { activated_at, rotation } }: { passwords: OneTimePasswords }) {
  const { dateTime } = useFormat()
  const state = useRotation(rotation)
  if (state === 'on_its_way') return <p className={classes.lead}>{t('A new secret is on its way to the hardware.')}</p>
  if (state !== 'none') return <p className={`${classes.lead} ${classes.amber}`}>{t(delayTexts[state])}</p>
  return (
    <p className={classes.lead}>
      {activated_at === null
        ? t('This hardware has no secret for one-time passwords yet. Set it up first.')
        : t('Each password is issued once and accepted once. The secret dates from {{time}}.', {
            time: dateTime(activated_at),
          })}
    </p>
  )
}

/** Shown here alone and never again: the server does not keep it. */
function Password({ issued: { password, expires_at } }: { issued: Issued }) {
  const { dateTime } = useFormat()
  return (
    <div className={classes.password}>
      <output aria-label={t('One-time password')}>
        <CopyableId id={password} isMono>
          {`${password.slice(0, 4)} ${password.slice(4)}`}
        </CopyableId>
      </output>
      <span>{t('Valid until {{time}}. It is shown only now.', { time: dateTime(expires_at) })}</span>
    </div>
  )
}

function Rotate({ id, passwords, onDone }: { id: string; passwords: OneTimePasswords; onDone: () => void }) {
  const isFirst = passwords.activated_at === null
  const state = useRotation(passwords.rotation)
  return (
    <ActionButton
      route={rotateOtpSecret}
      input={{ body: { hardware_id: id } }}
      label={isFirst ? t('Set up') : t('Rotate secret')}
      icon={IconRefresh}
      reason={state === 'on_its_way' ? t('A new secret is on its way') : undefined}
      confirm={
        isFirst
          ? undefined
          : {
              title: t('Rotate the secret of this hardware?'),
              children: t('Once the hardware has the new secret, passwords issued before are no longer accepted.'),
              keepLabel: t('Keep secret'),
            }
      }
      onDone={onDone}
    />
  )
}

function IssuedOnes({ passwords: { issued } }: { passwords: OneTimePasswords }) {
  const { dateTime } = useFormat()
  if (issued.length === 0) return null
  return (
    <ul className={classes.rows} aria-label={t('Issued passwords')}>
      {issued.slice(0, 5).map(({ issued_at, expires_at, issued_to_name }) => (
        <li key={expires_at}>
          <span>{t('Issued to {{name}}', { name: issued_to_name ?? t('System') })}</span>
          <span className={classes.end}>{dateTime(issued_at)}</span>
          <small>{t('Valid until {{time}}', { time: dateTime(expires_at) })}</small>
        </li>
      ))}
    </ul>
  )
}
