import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link } from '../details/link.tsx'
import classes from './toasts.module.css'
import { t } from '../base/translate.ts'

export type Toast = {
  id: string
  level: 'success' | 'info' | 'warning' | 'error'
  text: string
  detail?: string
  link?: { label: string; href: string }
}

const icons = { success: IconCircleCheck, info: IconInfoCircle, warning: IconAlertTriangle, error: IconAlertTriangle }
const leavesAfterMs: Record<Toast['level'], number | null> = { success: 6000, info: 8000, warning: null, error: null }

/** Bottom right, on phones at the top. The store replaces messages of the same group: an id that stays the same changes in place. */
export function Toasts({ toasts, onClose }: { toasts: readonly Toast[]; onClose: (id: string) => void }) {
  return (
    // The region exists before its first message, because screen readers often skip a live region that appears with its text.
    <div
      className={classes.toasts}
      role="region"
      aria-label={t('Messages')}
      aria-live="polite"
      aria-relevant="additions"
    >
      {toasts.map((toast) => (
        <ToastCard key={`${toast.id} ${toast.text}`} toast={toast} onClose={onClose} />
      ))}
    </div>
  )
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: (id: string) => void }) {
  const Icon = icons[toast.level]
  const keep = useLeaves(leavesAfterMs[toast.level], () => onClose(toast.id))
  return (
    <div
      className={classes.toast}
      data-level={toast.level}
      role={toast.level === 'error' ? 'alert' : undefined}
      {...keep}
    >
      <Icon size={17} aria-hidden />
      <div className={classes.words}>
        <strong>{toast.text}</strong>
        {(toast.detail !== undefined || toast.link !== undefined) && (
          <span>
            {toast.detail} {toast.link && <Link href={toast.link.href}>{toast.link.label}</Link>}
          </span>
        )}
      </div>
      <button type="button" className={classes.close} aria-label={t('Close')} onClick={() => onClose(toast.id)}>
        <IconX size={15} aria-hidden />
      </button>
    </div>
  )
}

/** Counts down, but not while the pointer or the focus is on it. */
function useLeaves(afterMs: number | null, leave: () => void) {
  const timer = useRef(0)
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  const stop = () => clearTimeout(timer.current)
  const restart = () => {
    stop()
    if (afterMs !== null) timer.current = window.setTimeout(() => latest.current(), afterMs)
  }
  useEffect(() => {
    if (afterMs === null) return
    timer.current = window.setTimeout(() => latest.current(), afterMs)
    return () => clearTimeout(timer.current)
  }, [afterMs])
  // A pointer that rested where the message appeared is not on it on purpose.
  return { onPointerMove: stop, onPointerLeave: restart, onFocus: stop, onBlur: restart }
}
