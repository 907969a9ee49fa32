import classes from './share-bar.module.css'

export interface Share {
  id: string
  value: number
  tone: 'green' | 'amber' | 'orange' | 'red' | 'dim' | 'free'
}

/** Shares of a whole side by side. It repeats what the words next to it say, so screen readers pass it over. */
export const ShareBar = ({ shares }: { shares: readonly Share[] }) => (
  <div className={classes.bar} aria-hidden>
    {shares
      .filter(({ value }) => value > 0)
      .map(({ id, value, tone }) => (
        <span key={id} data-tone={tone} style={{ flexGrow: value }} />
      ))}
  </div>
)
