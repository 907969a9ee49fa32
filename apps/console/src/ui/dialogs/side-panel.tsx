import { ActionIcon, Drawer } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import {
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import { StaleHere } from '../frame/bars.tsx'
import { PlaceBeside, usePhone, useWide } from '../frame/app-frame.tsx'
import { useFocusReturn } from '../base/focus-return.ts'
import { isOfOpenList, useBeside } from './beside.ts'
import { ClosingAsker, usePanelAsker } from './dialog-closing.ts'
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
  /** A task to finish before anything else, such as reading a code with the camera: it lies over the page at any width. */
  isTask?: boolean
}

/**
 * One of a list. From 1280 px on the panel is beside the page, which stays usable: a click on another row shows that row here.
 * Below that it is over the page, on a phone instead of it. A question may open above it, which a dialog does not allow.
 * The width of the window when it opens decides: an open panel keeps its content, and what is typed in it, at any width.
 */
export function SidePanel({ isTask = false, onClose, ...props }: SidePanelProps) {
  // Null where no frame is around, as among the samples of parts.
  const place = use(PlaceBeside)
  const isWide = useWide()
  const [isBeside] = useState(() => isWide && place !== null && !isTask && !isPanelOver())
  const { asker, close } = usePanelAsker(onClose)
  return (
    <ClosingAsker value={asker}>
      {isBeside && place !== null ? (
        <PanelAt place={place} {...props} onClose={close} />
      ) : (
        <PanelOver isTask={isTask} {...props} onClose={close} />
      )}
    </ClosingAsker>
  )
}

/** From a panel over the page, in a window that is wide by now, another one beside the page would be out of reach. */
const isPanelOver = (): boolean => document.querySelector('[data-panel-over]') !== null

type PanelProps = Omit<SidePanelProps, 'isTask'>

const never = () => () => undefined

/** The place is part of the frame, which may be drawn at the same time. */
function PanelAt({ place, ...props }: PanelProps & { place: RefObject<HTMLElement | null> }) {
  const element = useSyncExternalStore(never, () => place.current)
  return element && createPortal(<PanelBeside {...props} />, element)
}

function PanelBeside(props: PanelProps) {
  const panel = useRef<HTMLElement>(null)
  useBeside(panel, props.onClose)
  return (
    <aside ref={panel} className={classes.beside} aria-label={props.title} tabIndex={-1} data-beside>
      <Content {...props} />
    </aside>
  )
}

function PanelOver({ isTask, ...props }: PanelProps & { isTask: boolean }) {
  const isPhone = usePhone()
  const content = useRef<HTMLDivElement>(null)
  useFocusReturn(true, content)
  useCloseOnEscape(content, props.onClose)
  return (
    <Drawer
      opened
      onClose={props.onClose}
      position="right"
      size={isPhone ? '100%' : 440}
      withCloseButton={false}
      closeOnEscape={false}
      padding={0}
      overlayProps={{ backgroundOpacity: isPhone ? 1 : 0.35 }}
      attributes={{ content: { 'aria-label': props.title, 'data-panel-over': !isTask || undefined } }}
    >
      <Content {...props} content={content} />
    </Drawer>
  )
}

function Content({
  onClose,
  title,
  trailing,
  children,
  actions,
  content,
}: PanelProps & { content?: Ref<HTMLDivElement> }) {
  return (
    <div ref={content} className={classes.panel}>
      <header className={classes.head}>
        <h2>{title}</h2>
        {trailing}
        <ActionIcon variant="subtle" aria-label={t('Close')} data-autofocus onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      <StaleHere />
      <div className={classes.body}>{children}</div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
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
