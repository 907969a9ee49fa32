import { IconSend } from '@tabler/icons-react'
import { listSmsMessages, sendSmsCommand } from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { ExternalDevice } from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { SmsCommand, SmsMessage } from '@wheelhouse/contract/external-devices/sims.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { useList } from '../../lists/list.ts'
import { ErrorState, Skeleton } from '../../ui/frame/states.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { faultText, obstacleOf, sourceText } from './external-device-labels.ts'
import classes from './external-devices.module.css'
import { refOf } from './sim-section.tsx'

/** Each command with what it says, to be sent after a question; below, what was sent and what became of it. */
export function SmsSection({ device }: { device: ExternalDevice }) {
  return (
    <section className={classes.section} aria-label={t('SMS commands')}>
      <header>
        <h3>{t('SMS commands')}</h3>
      </header>
      {device.sms_commands.length === 0 && (
        <p className={classes.none}>{t('No SMS commands yet. Edit the device to add one.')}</p>
      )}
      <ul className={classes.commands}>
        {device.sms_commands.map((command) => (
          <li key={command.name}>
            <span>
              <strong>{command.name}</strong>
              <code>{command.payload}</code>
            </span>
            <Send device={device} command={command} />
          </li>
        ))}
      </ul>
      <History device={device} />
    </section>
  )
}

/** The version says which payload was confirmed. */
const Send = ({ device, command: { name, payload } }: { device: ExternalDevice; command: SmsCommand }) => (
  <ActionButton
    route={sendSmsCommand}
    input={{ params: refOf(device), body: { command: name }, version: device.version }}
    label={t('Send')}
    name={t('Send {{command}}', { command: name })}
    icon={IconSend}
    reason={obstacleOf(device)}
    confirm={{
      title: t('Send {{command}} to {{name}}?', { command: name, name: device.name }),
      children: (
        <>
          <p>{t('Sends one SMS. This cannot be undone.')}</p>
          <pre className={classes.payload}>{payload}</pre>
        </>
      ),
    }}
  />
)

function History({ device }: { device: ExternalDevice }) {
  const list = useList(listSmsMessages, { limit: 20 }, { params: refOf(device), isLive: true })
  if (list.error !== null && list.rows.length === 0)
    return <ErrorState title={listSmsMessages.says.failed} detail={list.error.message} onRetry={list.retry} />
  if (list.isLoading) return <Skeleton lines={3} />
  if (list.rows.length === 0) return <p className={classes.none}>{t('No SMS sent yet.')}</p>
  return (
    <>
      <h4>{t('Sent')}</h4>
      <ol className={classes.sent}>
        {list.rows.map((message) => (
          <Sent key={message.id} message={message} />
        ))}
      </ol>
      {list.hasMore && (
        <button type="button" className={classes.more} onClick={list.loadMore} disabled={list.isLoadingMore}>
          {t('Show older')}
        </button>
      )}
    </>
  )
}

function Sent({ message }: { message: SmsMessage }) {
  const { command_name, status, failure, answer, requested_by_name, created_at } = message
  const facts = [requested_by_name ?? t('Someone'), sourceText(message.source)].filter(Boolean).join(' · ')
  return (
    <li>
      <span className={classes.sentHead}>
        <strong>{command_name}</strong>
        <StatusText of="sms" value={status} />
        <RelativeTime at={created_at} />
      </span>
      {failure !== null && (
        <span className={status === 'unknown' ? classes.doubt : classes.failed}>
          {status === 'unknown' ? t('Unknown whether it was sent') : sendSmsCommand.says.failed}: {faultText(failure)}
        </span>
      )}
      {answer !== null && <q className={classes.answer}>{answer}</q>}
      <span className={classes.age}>{facts}</span>
    </li>
  )
}
