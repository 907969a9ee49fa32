import { IconClock, IconWifiOff } from '@tabler/icons-react'
import { createContext, use, type ReactNode } from 'react'
import classes from './bars.module.css'
import { t } from '../base/translate.ts'

/** On phones the banner of the window is below the title of the page, which draws it with `BannerHere`. */
export const Banner = createContext<ReactNode>(null)
export const BannerHere = () => use(Banner)

/** That what the page shows was not renewed: its header (`DetailsHeader`) draws it, and no panel of the page does. */
export const HeaderNotice = createContext<ReactNode>(null)

/** That what a page or panel shows was not renewed, where the page or panel draws it itself, with `StaleHere`. */
export const Stale = createContext<ReactNode>(null)
export const StaleHere = () => use(Stale)

interface OfflineBarProps {
  /** The time of day, as the reader writes it. */
  since: string
  /** The running age: "4 min". Screen readers skip it, because it changes all the time. */
  age?: string
  /** The network is there and the server is not. */
  isServerAway?: boolean
  onRetry?: () => void
}

/** Offline or stale: the data stays, a bar says how old it is. */
export function OfflineBar({ since, age, isServerAway = false, onRetry }: OfflineBarProps) {
  const words = isServerAway
    ? t('No contact with the server since {{time}}', { time: since })
    : t('Offline since {{time}}', { time: since })
  return (
    <NoticeBar
      icon={<IconWifiOff size={16} aria-hidden />}
      action={onRetry && { label: t('Try again'), onClick: onRetry }}
    >
      {words}
      {age !== undefined && <span aria-hidden> ({age})</span>}. {t('Showing the data loaded then.')}
    </NoticeBar>
  )
}

interface StaleBarProps {
  /** Why it is not renewed, without the full stop. */
  why: string
  /** The running age, as of `OfflineBar`. */
  age?: string | undefined
  isBox?: boolean
  onRetry?: (() => void) | undefined
}

export function StaleBar({ why, age, isBox, onRetry }: StaleBarProps) {
  return (
    <NoticeBar
      isBox={isBox}
      icon={<IconClock size={16} aria-hidden />}
      action={onRetry && { label: t('Try again'), onClick: onRetry }}
    >
      {why}.{age !== undefined && <span aria-hidden> {t('Data is {{age}} old.', { age })}</span>}
    </NoticeBar>
  )
}

export type NoticeTone = 'amber' | 'accent' | 'red' | 'violet' | 'grey'
type NoticeBarProps = {
  icon: ReactNode
  tone?: NoticeTone
  /** A box among other content instead of a line across it. */ isBox?: boolean | undefined
  action?: { label: string; onClick: () => void } | undefined
  children: ReactNode
}

/** One line over the content, tinted; the action is a word at its end. */
export function NoticeBar({ icon, tone = 'amber', isBox = false, action, children }: NoticeBarProps) {
  return (
    <div className={classes.bar} data-tone={tone} data-box={isBox || undefined} role="status">
      {icon}
      <span className={classes.words}>{children}</span>
      {action !== undefined && (
        <button type="button" className={classes.action} onClick={action.onClick}>
          {action.label}
        </button>
      )}
    </div>
  )
}
