import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { commentFault } from './comment-fault.ts'
import type { ConfirmComment, ConfirmDialogProps } from './confirm-dialog.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import classes from './question.module.css'
import { number, t } from '../base/translate.ts'

export function QuestionDialog(props: ConfirmDialogProps) {
  return (
    <DialogFrame
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      icon={props.icon}
      isDanger={props.isDanger}
      size={424}
      isBusy={props.isBusy}
      isQuestion
    >
      {props.opened && <Question {...props} />}
    </DialogFrame>
  )
}

function Question({
  children,
  confirmLabel,
  keepLabel,
  isDanger = false,
  isBusy = false,
  reason,
  comment,
  count,
  error,
  onClose,
  onConfirm,
}: ConfirmDialogProps) {
  const [chosen, setChosen] = useState<string | null>(
    reason?.required === undefined ? (reason?.options[0]?.value ?? null) : null,
  )
  const [text, setText] = useState('')
  const [typed, setTyped] = useState('')
  const [isAsked, setAsked] = useState(false)
  const wrong = {
    reason: chosen === null ? (reason?.required ?? null) : null,
    comment: comment === undefined ? null : commentFault(text, comment),
    count: wrongCount(typed, count),
  }
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setAsked(true)
    if (!isBusy && Object.values(wrong).every((one) => one === null))
      onConfirm({ reason: chosen, comment: text.trim() })
  }
  const whenAsked = (words: string | null) => (isAsked ? words : null)
  return (
    <form className={classes.question} onSubmit={confirm} noValidate>
      {children !== undefined && <div className={classes.what}>{children}</div>}
      {reason !== undefined && (
        <Select
          label={reason.label}
          placeholder={t('Choose')}
          data={[...reason.options]}
          value={chosen}
          error={whenAsked(wrong.reason)}
          onChange={setChosen}
          allowDeselect={false}
        />
      )}
      {comment !== undefined && (
        <CommentField comment={comment} text={text} onText={setText} error={whenAsked(wrong.comment)} />
      )}
      {isCounted(count) && (
        <TextInput
          label={t('Type {{count}} to continue', { count: count.of })}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={whenAsked(wrong.count)}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {error !== null && error !== undefined && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <div className={classes.verbs}>
        <Button data-autofocus onClick={onClose} disabled={isBusy}>
          {keepLabel}
        </Button>
        <Button type="submit" variant="filled" color={isDanger ? 'red' : 'wheelhouse'} loading={isBusy}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}

const isCounted = (count: ConfirmDialogProps['count']): count is NonNullable<typeof count> =>
  count !== undefined && count.of > count.from

const wrongCount = (typed: string, count: ConfirmDialogProps['count']): string | null =>
  !isCounted(count) || typed.replace(/\D/g, '') === String(count.of)
    ? null
    : t('Type {{count}} to confirm', { count: number(count.of) })

type CommentFieldProps = {
  comment: ConfirmComment
  text: string
  onText: (text: string) => void
  error: string | null
}

/** Technicians wear gloves: a chip fills the field with one of the last comments. */
const CommentField = ({ comment, text, onText, error }: CommentFieldProps) => (
  <div>
    <Textarea
      label={comment.label}
      placeholder={
        comment.placeholder ??
        (comment.minLength > 0 ? t('At least {{count}} characters', { count: comment.minLength }) : t('Optional'))
      }
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
