import { Button, Modal, Select, Textarea } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import classes from './confirm-dialog.module.css'
import { t } from './words.ts'

export type ConfirmAnswer = { reason: string | null; comment: string }

export type ConfirmDialogProps = {
  opened: boolean
  onClose: () => void
  onConfirm: (answer: ConfirmAnswer) => void
  icon?: TablerIcon
  /** The question, with the code: "Make 104217 obsolete?" */
  title: string
  /** What happens and to how many. */
  children?: ReactNode
  /** Verbs, never Yes and No. */
  confirmLabel: string
  keepLabel: string
  /** Red only for what cannot be undone. */
  isDanger?: boolean
  isBusy?: boolean
  reason?: { label: string; options: readonly { value: string; label: string }[] }
  comment?: { label: string; minLength: number; maxLength: number; isRequired: boolean; lastOnes?: readonly string[]; placeholder?: string }
  /** Of the server, in the catalogue's words; the dialog stays. */
  error?: string | null
}

/** Focus starts on the harmless button; the dialog keeps what was typed until it is closed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      size={424}
      attributes={{ content: { 'aria-label': props.title } }}
      closeOnClickOutside={!props.isBusy}
    >
      {props.opened && <Question {...props} />}
    </Modal>
  )
}

function Question({
  icon: Icon,
  title,
  children,
  confirmLabel,
  keepLabel,
  isDanger = false,
  isBusy = false,
  reason,
  comment,
  error,
  onClose,
  onConfirm,
}: ConfirmDialogProps) {
  const [chosen, setChosen] = useState<string | null>(reason?.options[0]?.value ?? null)
  const [text, setText] = useState('')
  const [isAsked, setAsked] = useState(false)
  const wrong = wrongComment(text.trim(), comment)
  const confirm = () => {
    setAsked(true)
    if (wrong === null && !isBusy) onConfirm({ reason: chosen, comment: text.trim() })
  }
  return (
    <div className={classes.dialog}>
      <h2>
        {Icon !== undefined && <Icon size={17} stroke={1.75} data-danger={isDanger || undefined} aria-hidden />}
        {title}
      </h2>
      {children !== undefined && <div className={classes.what}>{children}</div>}
      {reason !== undefined && (
        <Select label={reason.label} data={[...reason.options]} value={chosen} onChange={setChosen} allowDeselect={false} />
      )}
      {comment !== undefined && <CommentField comment={comment} text={text} onText={setText} error={isAsked ? wrong : null} />}
      {error !== null && error !== undefined && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <div className={classes.verbs}>
        <Button data-autofocus onClick={onClose} disabled={isBusy}>
          {keepLabel}
        </Button>
        <Button variant="filled" color={isDanger ? 'red' : 'wheelhouse'} loading={isBusy} onClick={confirm}>
          {confirmLabel}
        </Button>
      </div>
    </div>
  )
}

function wrongComment(text: string, comment: ConfirmDialogProps['comment']): string | null {
  if (comment === undefined || (text === '' && !comment.isRequired)) return null
  if (text.length < comment.minLength) return t('At least {{count}} characters', { count: comment.minLength })
  if (text.length > comment.maxLength) return t('At most {{count}} characters', { count: comment.maxLength })
  return null
}

type CommentFieldProps = {
  comment: NonNullable<ConfirmDialogProps['comment']>
  text: string
  onText: (text: string) => void
  error: string | null
}

/** Technicians wear gloves: a chip fills the field with one of the last comments. */
function CommentField({ comment, text, onText, error }: CommentFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <div>
      <Textarea
        ref={field}
        label={comment.label}
        placeholder={comment.placeholder ?? t('At least {{count}} characters', { count: comment.minLength })}
        autosize
        minRows={1}
        maxRows={5}
        maxLength={comment.maxLength}
        required={comment.isRequired}
        withAsterisk={false}
        value={text}
        error={error}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {comment.lastOnes !== undefined && comment.lastOnes.length > 0 && (
        <div className={classes.chips} role="group" aria-label={t('Last comments')}>
          {comment.lastOnes.slice(0, 5).map((last) => (
            <button key={last} type="button" onClick={() => onText(last)}>
              {last}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
