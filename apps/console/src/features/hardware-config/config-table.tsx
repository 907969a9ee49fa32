import { IconEyeOff, IconRotateClockwise } from '@tabler/icons-react'
import type { ConfigParameter } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { t } from '../../i18n/i18n.ts'
import { parameterHelp, parameterWord, rangeWord, valueWord } from './parameter-words.ts'
import classes from './hardware-config.module.css'

/** What may be shown beside name and value. */
export const configColumns = ['range', 'default', 'restart', 'key'] as const
export type ConfigColumn = (typeof configColumns)[number]

interface ConfigTableProps {
  params: readonly ConfigParameter[]
  columns: readonly ConfigColumn[]
}

/** The parameters as the hardware describes them. */
export function ConfigTable({ params, columns }: ConfigTableProps) {
  const has = (column: ConfigColumn) => columns.includes(column)
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('Parameters')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('Parameter')}</th>
            <th>{t('Value')}</th>
            {has('range') && <th>{t('Range')}</th>}
            {has('default') && <th>{t('Default')}</th>}
            {has('restart') && <th>{t('Restart')}</th>}
            {has('key') && <th>{t('Key')}</th>}
          </tr>
        </thead>
        <tbody>
          {params.map((parameter) => (
            <tr key={parameter.key}>
              <td title={parameterHelp(parameter.key)}>{parameterWord(parameter.key)}</td>
              <td data-other={isOther(parameter) || undefined}>
                <Value parameter={parameter} />
              </td>
              {has('range') && <td>{rangeWord(parameter)}</td>}
              {has('default') && (
                <td>{parameter.default == null ? '–' : valueWord(parameter.default, parameter.unit)}</td>
              )}
              {has('restart') && <td>{parameter.needs_restart ? <Restart /> : '–'}</td>}
              {has('key') && <td className="mono">{parameter.key}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A value that was changed differs from its default. */
const isOther = ({ value, default: usual, is_secret }: ConfigParameter): boolean =>
  !is_secret && usual != null && value !== usual

const Value = ({ parameter: { is_secret, value, unit } }: { parameter: ConfigParameter }) =>
  is_secret ? (
    <span className={classes.secret}>
      <IconEyeOff size={14} aria-hidden /> {t('secret')}
    </span>
  ) : (
    <>{valueWord(value, unit)}</>
  )

export const Restart = () => (
  <span className={classes.restart}>
    <IconRotateClockwise size={14} aria-hidden /> {t('needs a restart')}
  </span>
)
