import { ActionIcon, Drawer } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from 'react'
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
  useCloseOnEscape(content, onClose)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={isPhone ? '100%' : 440}
      withCloseButton={false}
      closeOnEscape={false}
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

/** A part of a panel below its facts, such as the event history. */
export const PanelSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.section}>
    <h3>{title}</h3>
    {children}
  </section>
)

/** Escape closes what lies on top. The library would close a question and the panel below it with one press. */
function useCloseOnEscape(content: RefObject<HTMLElement | null>, onClose: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || isOfOpenList(event.target)) return
    const top = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1)
    if (top?.contains(content.current)) onClose()
  })
  useEffect(() => {
    // Before the question above takes the key and goes.
    const onKey = (event: KeyboardEvent): void => pressed(event)
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

/** A field whose list of choices is open closes that first. */
const isOfOpenList = (target: EventTarget | null): boolean =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'
