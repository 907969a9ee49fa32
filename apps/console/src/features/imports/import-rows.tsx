import { memo } from 'react'
import type { ImportRow } from '@wheelhouse/contract/imports/imports.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Badge } from '../../ui/details/badge.tsx'
import classes from './imports.module.css'

const looks = {
  refused: { word: 'refused', tone: 'red' },
  create: { word: 'new', tone: 'accent' },
  update: { word: 'changed', tone: 'amber' },
  same: { word: 'as it is', tone: undefined },
} as const
const order = ['refused', 'create', 'update'] as const

/** Refused rows come first, each with all of its errors. Rows without changes are only counted. */
export const ImportRows = memo(function ImportRows({ rows }: { rows: readonly ImportRow[] }) {
  return (
    <ol className={classes.rows}>
      {order.flatMap((action) =>
        rows.filter((row) => row.action === action).map((row) => <Row key={row.line} row={row} />),
      )}
    </ol>
  )
})

function Row({ row: { line, key, action, changes, failures } }: { row: ImportRow }) {
  const format = useFormat()
  const { word, tone } = looks[action]
  return (
    <li className={classes.row} data-action={action}>
      <span className={classes.line}>{t('Line {{line}}', { line: format.number(line) })}</span>
      <code>{key}</code>
      <Badge {...(tone ? { tone } : {})}>{t(word)}</Badge>
      <dl className={classes.changes}>
        {failures.map(({ field, error_message }) => (
          <div key={`${field ?? ''} ${error_message}`} className={classes.wrong}>
            {field !== null && <dt>{field}</dt>}
            <dd>{error_message}</dd>
          </div>
        ))}
        {changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              {before !== '' && <del>{before}</del>} <ins>{after === '' ? t('empty') : after}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
