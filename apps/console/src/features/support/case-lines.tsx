import { caseName } from '@wheelhouse/contract/support/support-cases.ts'
import type { SupportCase } from '@wheelhouse/contract/support/support-cases.ts'
import { t } from '../../i18n/i18n.ts'
import { Link } from '../../ui/details/link.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { caseReasonLabels } from './case-labels.ts'
import { supportPath } from './support-address.ts'
import classes from './support.module.css'

/** Cases of several riders; each line leads to its rider, with the case. */
export const CaseLines = ({ cases, label }: { cases: readonly SupportCase[]; label: string }) => (
  <ul className={classes.cases} aria-label={label}>
    {cases.map((one) => (
      <li key={one.id}>
        <CaseLine found={one} />
      </li>
    ))}
  </ul>
)

function CaseLine({ found }: { found: SupportCase }) {
  const { id, number, subject, status, reason, user_id, user_name, location_code, location_label, device_id } = found
  const at = found.closed_at ?? found.created_at
  const place = location_code === null ? null : `${location_code} ${location_label ?? ''}`
  return (
    <Link href={supportPath({ user: user_id, case: id, device: device_id ?? undefined })}>
      <strong>
        {caseName(number)} {subject}
      </strong>
      <span>
        {status === 'open' ? t('Open') : t('Closed')} <RelativeTime at={at} isShort />
      </span>
      <small>{[user_name, reason !== null && t(caseReasonLabels[reason]), place].filter(Boolean).join(' · ')}</small>
    </Link>
  )
}
