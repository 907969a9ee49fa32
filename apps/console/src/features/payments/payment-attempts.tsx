import type { PaymentAttempt, PaymentDetails } from '@wheelhouse/contract/payments/payments.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { accountLabels, attemptLabels, entryLabels, stateOfResult } from './attempt-labels.ts'
import classes from './payments.module.css'

/** What was asked of the provider, the newest first, each with how it ended. */
export function PaymentAttempts({ payment }: { payment: PaymentDetails }) {
  const { attempts, currency, method } = payment
  if (attempts.length === 0)
    return <p className={classes.explain}>{t('Nothing has been requested from the provider yet.')}</p>
  return (
    <div className={classes.scroller} tabIndex={0} role="region" aria-label={t('Attempts')}>
      <table className={`${classes.table} ${classes.attempts}`}>
        <thead>
          <tr>
            <th>#</th>
            <th>{t('Time')}</th>
            <th>{t('Kind')}</th>
            <th data-end>{t('Amount')}</th>
            <th>{t('State')}</th>
            <th>{t('Method')}</th>
            <th>{t('Provider’s reason')}</th>
            <th>{t('Requested by')}</th>
            <th>{t('Reference')}</th>
          </tr>
        </thead>
        <tbody>
          {attempts.map((attempt) => (
            <Attempt key={attempt.id} attempt={attempt} currency={currency} method={method} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface AttemptProps {
  attempt: PaymentAttempt
  currency: string
  method: string
}

function Attempt({ attempt, currency, method }: AttemptProps) {
  const { money, moment, exact } = useFormat()
  const { number, kind, amount_minor, result, provider_result, reason, actor_kind, actor_name, created_at } = attempt
  const by = actor_kind === 'person' ? actor_name : t('System')
  return (
    <tr>
      <td className={classes.dim}>{number}</td>
      <td data-label={t('Time')}>
        <time dateTime={created_at} data-tip={exact(created_at)}>
          {moment(created_at)}
        </time>
      </td>
      <td data-label={t('Kind')}>{t(attemptLabels[kind])}</td>
      <td data-end data-label={t('Amount')}>
        <strong>{money(amount_minor, currency)}</strong>
      </td>
      <td data-label={t('State')}>
        <StatusText of="payment" value={result === null ? 'pending' : stateOfResult[result]} />
      </td>
      <td data-label={t('Method')}>{method || '–'}</td>
      <td data-label={t('Provider’s reason')}>{provider_result === null ? '–' : <code>{provider_result}</code>}</td>
      <td data-label={t('Requested by')}>
        {by}
        {reason !== '' && <span className={classes.reason}>“{reason}”</span>}
      </td>
      <td data-label={t('Reference')}>
        {attempt.reference === null ? (
          '–'
        ) : (
          <CopyableId id={attempt.reference} isMono>
            {attempt.reference.slice(-8)}
          </CopyableId>
        )}
      </td>
    </tr>
  )
}

/** The journal: between which accounts each entry moved its amount. */
export function PaymentJournal({ payment: { entries, currency } }: { payment: PaymentDetails }) {
  const { money, moment, exact } = useFormat()
  const name = (account: string | null): string => (account === null ? '–' : t(accountLabels[account] ?? account))
  return (
    <div className={classes.scroller} tabIndex={0} role="region" aria-label={t('Journal')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('Time')}</th>
            <th>{t('Entry')}</th>
            <th>{t('Debit')}</th>
            <th>{t('Credit')}</th>
            <th data-end>{t('Amount')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, at, kind, debit, credit, amount_minor }) => (
            <tr key={id}>
              <td>
                <time dateTime={at} data-tip={exact(at)}>
                  {moment(at)}
                </time>
              </td>
              <td>{t(entryLabels[kind])}</td>
              <td>{name(debit)}</td>
              <td>{name(credit)}</td>
              <td data-end>{debit === null ? '–' : money(amount_minor, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
