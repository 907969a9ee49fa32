import { Modal } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { usePhone } from '../frame/app-frame.tsx'
import { ClosingAsker, InDialog, leave, type AskBeforeClosing } from './dialog-closing.ts'
import classes from './dialog-frame.module.css'
import { useFocusReturn } from '../base/focus-return.ts'

type DialogFrameProps = {
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

export function DialogFrame({
  opened,
  onClose,
  title,
  icon: Icon,
  isDanger,
  size = 520,
  isBusy = false,
  isQuestion = false,
  children,
}: DialogFrameProps) {
  const isPhone = usePhone()
  const asking = useRef<AskBeforeClosing | null>(null)
  const content = useRef<HTMLDivElement>(null)
  useFocusReturn(opened, content)
  const close = () => {
    if (!isBusy) leave(asking, onClose)
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
      <ClosingAsker value={asking}>
        <InDialog value>
          <div ref={content} className={classes.dialog}>
            <h2>
              {Icon !== undefined && <Icon size={17} aria-hidden data-danger={isDanger || undefined} />}
              {title}
            </h2>
            {children}
          </div>
        </InDialog>
      </ClosingAsker>
    </Modal>
  )
}
