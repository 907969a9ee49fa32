import { Modal } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { createContext, use, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { usePhone } from '../frame/app-frame.tsx'
import classes from './dialog.module.css'
import { useFocusReturn } from '../base/focus-return.ts'

type AskBeforeClosing = (close: () => void) => void
const Closing = createContext<RefObject<AskBeforeClosing | null> | null>(null)

type DialogProps = {
  opened: boolean
  onClose: () => void
  title: string
  icon?: TablerIcon
  /** The icon is red: what is asked cannot be undone. */
  isDanger?: boolean
  size?: number
  /** While it runs, nothing closes it. */
  isBusy?: boolean
  /** A question keeps to its size on a phone, at the lower edge; a form takes the whole window. */
  isQuestion?: boolean
  children: ReactNode
}

/**
 * The focus goes in, stays in and comes back to where it was; Esc closes. A form inside is asked first. No dialog lies
 * above another: what would open one asks in its place (`useInDialog`).
 */
export function Dialog({
  opened,
  onClose,
  title,
  icon: Icon,
  isDanger,
  size = 520,
  isBusy = false,
  isQuestion = false,
  children,
}: DialogProps) {
  const isPhone = usePhone()
  const asking = useRef<AskBeforeClosing | null>(null)
  const content = useRef<HTMLDivElement>(null)
  useFocusReturn(opened, content)
  const close = () => {
    if (isBusy) return
    if (asking.current === null) onClose()
    else asking.current(onClose)
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={size}
      closeOnClickOutside={isQuestion}
      fullScreen={isPhone && !isQuestion}
      classNames={{
        inner: isPhone && isQuestion ? classes.sheet : '',
        content: isPhone && !isQuestion ? `${classes.content} ${classes.whole}` : classes.content,
      }}
      attributes={{ content: { 'aria-label': title } }}
    >
      <Closing value={asking}>
        <div ref={content} className={classes.dialog}>
          <h2>
            {Icon !== undefined && <Icon size={17} stroke={1.75} aria-hidden data-danger={isDanger || undefined} />}
            {title}
          </h2>
          {children}
        </div>
      </Closing>
    </Modal>
  )
}

export const useInDialog = (): boolean => use(Closing) !== null

/** What is inside a dialog may ask before it closes. */
export function useAskBeforeClosing(ask: AskBeforeClosing | null): void {
  const askingRef = use(Closing)
  useEffect(() => {
    if (askingRef === null) return undefined
    askingRef.current = ask
    return () => {
      askingRef.current = null
    }
  }, [askingRef, ask])
}
