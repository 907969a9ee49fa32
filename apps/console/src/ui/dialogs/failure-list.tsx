import classes from './failure-list.module.css'
import { number, t } from '../base/translate.ts'

export type Failure = { id: string; /** What it is called, where the list knows. */ name?: string; words: string }

const shownAtMost = 50

/** What failed of a batch, each with its own words. */
export const FailureList = ({ failures }: { failures: readonly Failure[] }) => (
  <ul className={classes.failures} aria-label={t('Failures')}>
    {failures.slice(0, shownAtMost).map(({ id, name, words }) => (
      <li key={id}>
        <strong>{name ?? <code>{id.slice(-6)}</code>}</strong> {words}
      </li>
    ))}
    {failures.length > shownAtMost && (
      <li>{t('and {{count}} more', { count: number(failures.length - shownAtMost) })}</li>
    )}
  </ul>
)
