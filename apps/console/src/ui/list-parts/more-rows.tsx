import classes from './list-footer.module.css'
import { number, t } from '../base/translate.ts'

interface MoreRowsProps {
  shown: number
  /** "500", "10,000+". */
  all: string
  isBusy: boolean
  onMore: () => void
}

/** Below rows that are ticked and not scrolled through as a table: how many of them are here, and the way to the others. */
export const MoreRows = ({ shown, all, isBusy, onMore }: MoreRowsProps) => (
  <div className={classes.foot} role="status">
    <span>{t('The first {{shown}} of {{all}} are shown.', { shown: number(shown), all })}</span>
    <button type="button" disabled={isBusy} onClick={onMore}>
      {isBusy ? t('Loading') : t('Show more')}
    </button>
  </div>
)
