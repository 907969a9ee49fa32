import { lazyComponent } from '../base/lazy.tsx'
import classes from './toasts.module.css'
import { t } from '../base/translate.ts'

export type Toast = {
  id: string
  level: 'success' | 'info' | 'warning' | 'error'
  text: string
  detail?: string
  link?: { label: string; href: string }
}

// No row needs it.
const ToastCard = lazyComponent(() => import('./toast-card.tsx').then((module) => module.ToastCard))

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
