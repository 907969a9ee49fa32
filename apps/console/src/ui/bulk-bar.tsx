import { IconX, type TablerIcon } from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import classes from './bulk-bar.module.css'
import { number, t } from './words.ts'

type BulkBarProps = {
  selected: number
  total: number
  onAll?: () => void
  onClose: () => void
  actions: readonly { label: string; icon: TablerIcon; isDanger?: boolean; onClick: () => void }[]
  /** After a batch: "41 done, 3 failed" instead of the count; the failed rows stay selected. */
  result?: ReactNode
}

const overlays = '[role="dialog"], [role="menu"], [role="listbox"], input:not([type="checkbox"]), textarea'
/** Esc belongs to what is open above the list first. */
const isInOverlay = (target: EventTarget | null) =>
  (target instanceof Element && target.closest(overlays) !== null) || document.querySelector('[role="dialog"], [role="menu"]') !== null

/** Floats at the bottom centre of its list, which gets 64 px of padding so that no row is hidden for good. Esc closes. */
export function BulkBar({ selected, total, onAll, onClose, actions, result }: BulkBarProps) {
  useEffect(() => {
    const close = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && !isInOverlay(event.target) && onClose()
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [onClose])
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('Selected rows')}>
      <span className={classes.count} role="status">
        {result ?? <strong>{t('{{count}} selected', { count: number(selected) })}</strong>}
        {result === undefined && (
          <span>
            {t('of {{total}}', { total: number(total) })}
            {onAll !== undefined && selected < total && (
              <>
                {' '}
                ·{' '}
                <button type="button" onClick={onAll}>
                  {t('select all')}
                </button>
              </>
            )}
          </span>
        )}
      </span>
      {actions.map(({ label, icon: Icon, isDanger, onClick }) => (
        <button key={label} type="button" className={classes.action} data-danger={isDanger || undefined} onClick={onClick}>
          <Icon size={15} stroke={1.75} aria-hidden />
          {label}
        </button>
      ))}
      <button type="button" className={classes.close} aria-label={t('Clear selection')} onClick={onClose}>
        <IconX size={15} stroke={1.75} aria-hidden />
      </button>
    </div>
  )
}
