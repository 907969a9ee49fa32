import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { listNotices } from '@wheelhouse/contract/inbox/inbox.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { currentView } from '../../session/view-as.ts'
import { later } from '../../ui/base/lazy.tsx'
import { Popover } from '../../ui/dialogs/overlay.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import classes from './inbox.module.css'

interface InboxProps {
  isCompact: boolean
  /** A notice was opened. */
  onFollow: () => void
}

const panel = later(() => import('./inbox-panel.tsx').then(({ InboxPanel }) => InboxPanel))

/** At the foot of the navigation: what concerns this very person. It is no part of a view as someone else. */
export function Inbox({ isCompact, onFollow }: InboxProps) {
  const [isOpen, setOpen] = useState(false)
  const isPhone = usePhone()
  const notices = useLive(listNotices, {}, { isQuiet: true })
  if (currentView() !== null) return null
  const unread = (notices.data ?? []).filter(({ read_at }) => read_at === null).length
  const word = unread === 0 ? t('Inbox') : t('Inbox, {{count}} unread', { count: unread })
  return (
    <Popover
      isOpen={isOpen}
      onOpen={setOpen}
      position={isPhone ? 'top-start' : 'right-end'}
      // On a phone the navigation is a dialog over everything else: only inside of it is the inbox visible.
      withinPortal={!isPhone}
      content={panel}
      target={
        <button
          type="button"
          className={classes.button}
          data-compact={isCompact || undefined}
          aria-label={isCompact ? word : undefined}
          data-tip={isCompact ? word : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <IconBell size={16} aria-hidden />
          {!isCompact && <span>{t('Inbox')}</span>}
          {unread > 0 && <small>{unread}</small>}
          {unread > 0 && !isCompact && <span className="visually-hidden">{t('unread')}</span>}
        </button>
      }
    >
      {(Panel) => <Panel query={notices} onFollow={() => (setOpen(false), onFollow())} />}
    </Popover>
  )
}
