import classes from './comment-chips.module.css'
import { t } from '../base/translate.ts'

const most = 5

/** Technicians wear gloves: one tap fills the field with one of the last comments. */
export const CommentChips = ({
  comments,
  chosen,
  onPick,
}: {
  comments: readonly string[]
  /** What the field has now. */
  chosen?: string
  onPick: (comment: string) => void
}) =>
  comments.length === 0 ? null : (
    <div className={classes.chips} role="group" aria-label={t('Last comments')}>
      {comments.slice(0, most).map((comment) => (
        <button key={comment} type="button" aria-pressed={comment === chosen} onClick={() => onPick(comment)}>
          {comment}
        </button>
      ))}
    </div>
  )
