import { DockBubble, type DockBubbleKind } from '../details/glyphs.tsx'
import classes from './legend.module.css'
import { statusStyles } from '../details/status-styles.ts'
import { number, t } from '../base/translate.ts'

const allBubbles: readonly DockBubbleKind[] = [
  'free',
  'booked',
  'occupied',
  'over_24',
  'over_72',
  'fault',
  'no_contact',
]

/** Explains glyphs that are drawn without words. */
export const DockLegend = () => (
  <ul className={classes.legend} aria-label={t('Legend')}>
    {allBubbles.map((kind) => (
      <li key={kind}>
        <DockBubble kind={kind} size={9} />
        {t(statusStyles.dock_bubble[kind].word)}
      </li>
    ))}
  </ul>
)

/** The same with counts: the legend of one rack. */
export function DockCounts({
  counts,
  words = {},
}: {
  counts: readonly { kind: DockBubbleKind; count: number }[]
  words?: Partial<Record<DockBubbleKind, string>>
}) {
  return (
    <ul className={classes.counts}>
      {counts.map(({ kind, count }) => (
        <li key={kind}>
          <strong>{number(count)}</strong>
          <DockBubble kind={kind} size={10} />
          {words[kind] ?? t(statusStyles.dock_bubble[kind].word)}
        </li>
      ))}
    </ul>
  )
}
