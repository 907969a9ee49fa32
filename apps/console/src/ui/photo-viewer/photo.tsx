import classes from './photo-viewer.module.css'

export interface Photo {
  id: string
  /** Of the whole picture; signed and valid for a while only. */
  address: string
  /** Describes the photo for people who do not see it. */
  alt: string
  /** As the person writes times. */
  when: string
  reason?: string
  who?: string
  /** Beside the others, when it is seen whole: how long its link is good. */
  note?: string
  /** Its link is being asked for. */
  isComing?: boolean
  /** Its link is over: nothing is asked of the server with it. */
  isExpired?: boolean
}

/** When, why and who. */
export const Caption = ({ photo: { when, reason, who, note } }: { photo: Photo }) => (
  <span className={classes.caption}>
    <span className={classes.when}>{when}</span>
    {reason !== undefined && <span>{reason}</span>}
    {who !== undefined && <span className={classes.who}>{who}</span>}
    {note !== undefined && <span className={classes.who}>{note}</span>}
  </span>
)
