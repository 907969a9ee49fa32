import { IconAlertCircle, IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './list-footer.module.css'
import { t } from '../base/translate.ts'

/** Below the rows: how far a search has looked, or what came no further; and the one way on. */
const Foot = ({
  children,
  word,
  isBusy,
  onMore,
  isAlert = false,
}: {
  children: ReactNode
  word: string
  isBusy: boolean
  onMore: () => void
  isAlert?: boolean
}) => (
  <div className={classes.foot} data-alert={isAlert || undefined} role="status">
    {isAlert ? <IconAlertCircle size={15} aria-hidden /> : <IconHistory size={15} aria-hidden />}
    <span>{children}</span>
    <button type="button" disabled={isBusy} onClick={onMore}>
      {isBusy ? t('Searching') : word}
    </button>
  </div>
)

export const SearchedBackTo = ({ date, isBusy, onMore }: { date: string; isBusy: boolean; onMore: () => void }) => (
  <Foot word={t('Keep searching')} isBusy={isBusy} onMore={onMore}>
    {t('Searched back to {{date}}', { date })}
  </Foot>
)

export const MoreFailed = ({ title, isBusy, onRetry }: { title: string; isBusy: boolean; onRetry: () => void }) => (
  <Foot isAlert word={t('Try again')} isBusy={isBusy} onMore={onRetry}>
    {title}
  </Foot>
)
