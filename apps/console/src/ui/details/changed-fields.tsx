import classes from './changed-fields.module.css'

interface ChangedFieldsProps {
  words: string
  /** For each field, the value that was shown and the present one. */
  changes: readonly { label: string; before: string; now: string }[]
}

/** What someone else changed while this was asked: within the question, before it is asked again. */
export const ChangedFields = ({ words, changes }: ChangedFieldsProps) => (
  <div className={classes.changed} role="alert">
    <p>{words}</p>
    {changes.length > 0 && (
      <dl>
        {changes.map(({ label, before, now }) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>
              <del>{before}</del> → <ins>{now}</ins>
            </dd>
          </div>
        ))}
      </dl>
    )}
  </div>
)
