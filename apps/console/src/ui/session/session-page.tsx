import type { ReactNode } from 'react'
import { t } from '../base/translate.ts'
import { DetailsBody, DetailsHeader } from '../details/details.tsx'
import type { DetailsHeaderProps } from '../details/details.tsx'
import { Timeline } from '../details/timeline.tsx'
import type { TimelineStep } from '../details/timeline.tsx'
import { useWide } from '../frame/app-frame.tsx'
import { Tabs } from '../frame/page.tsx'
import classes from './session-page.module.css'

interface SessionPageProps {
  header: Omit<DetailsHeaderProps, 'tabs'>
  /** The address of the session, to which the tabs of a narrow screen lead. */
  path: string
  isTimeline: boolean
  strip: ReactNode
  timeline: ReactNode
  /** What needs attention, above all else. */
  notice?: ReactNode
  money?: ReactNode
  feedback?: ReactNode
  /** The cards below. */
  children: ReactNode
}

/** A stay or a ride: its head, its time as one strip, and its story in the right column, which below 1280 is a tab. */
export function SessionPage({
  header,
  path,
  isTimeline,
  strip,
  timeline,
  notice,
  money,
  feedback,
  children,
}: SessionPageProps) {
  const isWide = useWide()
  return (
    <>
      <DetailsHeader {...header} tabs={isWide ? undefined : <NarrowTabs path={path} isTimeline={isTimeline} />} />
      {strip}
      <DetailsBody aside={isWide ? timeline : undefined} asideLabel={t('Timeline')}>
        {!isWide && isTimeline ? (
          <div className={classes.story}>{timeline}</div>
        ) : (
          <>
            {notice}
            {money !== undefined && <div className={classes.money}>{money}</div>}
            {feedback}
            <div className={classes.cards}>{children}</div>
          </>
        )}
      </DetailsBody>
    </>
  )
}

const NarrowTabs = ({ path, isTimeline }: Pick<SessionPageProps, 'path' | 'isTimeline'>) => (
  <Tabs
    label={t('Views of this session')}
    tabs={[
      { id: 'details', label: t('Details'), href: path, isActive: !isTimeline },
      { id: 'timeline', label: t('Timeline'), href: `${path}?tab=timeline`, isActive: isTimeline },
    ]}
  />
)

/** A card as wide as all columns together. */
export const WideCell = ({ children }: { children: ReactNode }) => <div className={classes.wide}>{children}</div>

interface SessionStripProps {
  /** Its start and its end in words. */
  began: string
  ended: string
  length: ReactNode
  isOpen: boolean
  /** A booking holds a place, and is drawn without colour. */
  isBooking: boolean
}

/** The session as one strip with its start, duration and end. */
export const SessionStrip = ({ began, ended, length, isOpen, isBooking }: SessionStripProps) => (
  <div className={classes.strip}>
    <div className={classes.bar} data-open={isOpen || undefined} data-booking={isBooking || undefined} />
    <div className={classes.ends}>
      <span>{began}</span>
      <span className={classes.length}>{length}</span>
      <span>{ended}</span>
    </div>
  </div>
)

/** What happened; each time names its zone. */
export const SessionStory = ({ steps }: { steps: readonly TimelineStep[] }) => (
  <section className={classes.timeline}>
    <h2>{t('Timeline')}</h2>
    <Timeline steps={steps} />
  </section>
)
