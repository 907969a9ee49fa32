import { ActionIcon, Drawer } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { usePhone } from '../frame/app-frame.tsx'
import { useFocusReturn } from '../base/focus-return.ts'
import classes from './side-panel.module.css'
import { t } from '../base/translate.ts'

interface SidePanelProps {
  onClose: () => void
  title: string
  /** At the right of the title: a status. */
  trailing?: ReactNode
  children: ReactNode
  /** Stays at the lower edge: what may be done. */
  actions?: ReactNode
}

/** One of a list, beside it; on a phone instead of it. A question may open above it, which a dialog does not allow. */
export function SidePanel({ onClose, title, trailing, children, actions }: SidePanelProps) {
  const isPhone = usePhone()
  const content = useRef<HTMLDivElement>(null)
  useFocusReturn(true, content)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={isPhone ? '100%' : 440}
      withCloseButton={false}
      padding={0}
      overlayProps={{ backgroundOpacity: isPhone ? 1 : 0.35 }}
      attributes={{ content: { 'aria-label': title } }}
    >
      <div ref={content} className={classes.panel}>
        <header className={classes.head}>
          <h2>{title}</h2>
          {trailing}
          <ActionIcon variant="subtle" aria-label={t('Close')} onClick={onClose}>
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
        </header>
        <div className={classes.body}>{children}</div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
    </Drawer>
  )
}
