import { useId } from 'react'
import classes from './segments.module.css'

interface SegmentsProps {
  label: string
  choices: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

/** One of a few, all in sight: two views of one list. The arrow keys choose. */
export function Segments({ label, choices, value, onChange }: SegmentsProps) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={classes.segments}>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input type="radio" name={name} checked={choice.value === value} onChange={() => onChange(choice.value)} />
          {choice.label}
        </label>
      ))}
    </div>
  )
}
