import { Fragment, type ReactNode } from 'react'
import { t } from '../base/translate.ts'
import { Bone, useIsLate } from '../frame/states.tsx'
import classes from './details-skeleton.module.css'
import { DetailsBody, DetailsHeader, type Fact } from './details.tsx'

interface DetailsSkeletonProps {
  /** What kind of thing it is, where its name will be. */
  title: string
  /** How the last breadcrumb calls it, where the address knows that. */
  crumb?: string
  /** The list it is in. */
  back: { label: string; href: string }
  /** The tabs, where the address and the rights name them; else they are outlined. False: the page has none. */
  tabs?: ReactNode
  isTopOnPhone?: boolean
  /** The parts of the body, in the boxes of the page itself. */
  children: ReactNode
}

/**
 * The page of a thing before it is loaded: its head, and its parts as outlines in their places, so that nothing jumps when the
 * thing is there.
 */
export const DetailsSkeleton = ({
  title,
  crumb = title,
  back,
  tabs,
  isTopOnPhone = false,
  children,
}: DetailsSkeletonProps) => (
  <Waiting>
    <DetailsHeader
      crumbs={[back, { label: crumb }]}
      name={title}
      actions={<span className={classes.button} aria-hidden />}
      isTopOnPhone={isTopOnPhone}
      facts={waitingFacts}
      tabs={tabs === false ? undefined : (tabs ?? <TabBones />)}
    />
    <DetailsBody>
      <Loading>{children}</Loading>
    </DetailsBody>
  </Waiting>
)

/** What loads fast shows no outlines at all. */
export function Waiting({ children }: { children: ReactNode }) {
  const isLate = useIsLate(true)
  return (
    <div className={classes.waiting} data-late={isLate || undefined}>
      {children}
    </div>
  )
}

/** Says to those who do not see the outlines what they mean. */
export const Loading = ({ children }: { children: ReactNode }) => (
  <div role="status" aria-label={t('Loading')}>
    {children}
  </div>
)

const line = (width: number) => (
  <span className={classes.line}>
    <Bone width={width} />
  </span>
)

/** A line of facts as high as the real one. */
export const waitingFacts: readonly Fact[] = [{ value: line(140) }, { value: line(104) }, { value: line(160) }]

const tabWidths = [66, 52, 74, 58]

const TabBones = () => (
  <div className={classes.tabs}>
    {tabWidths.map((width) => (
      <Bone key={width} width={width} />
    ))}
  </div>
)

const labelWidths = ['72%', '54%', '64%', '46%']
const valueWidths = ['48%', '62%', '36%', '55%', '42%']

/** A card of so many labels and values. */
export const CardBones = ({ lines }: { lines: number }) => (
  <div className={classes.card} aria-hidden>
    <div className={classes.cardHead}>
      <Bone width={96} />
    </div>
    <div className={classes.pairs}>
      {Array.from({ length: lines }, (_, at) => (
        <Fragment key={at}>
          <Bone width={labelWidths[at % labelWidths.length] ?? '50%'} />
          <Bone width={valueWidths[at % valueWidths.length] ?? '50%'} />
        </Fragment>
      ))}
    </div>
  </div>
)

/** The heading of a section, and below it a table of so many rows. */
export const RowBones = ({ rows }: { rows: number }) => (
  <div className={classes.rows} aria-hidden>
    <div className={classes.section}>
      <Bone width={120} />
    </div>
    {Array.from({ length: rows }, (_, at) => (
      <div key={at} className={classes.row}>
        {labelWidths.map((width, cell) => (
          <Bone key={width} width={valueWidths[(at + cell) % valueWidths.length] ?? '50%'} />
        ))}
      </div>
    ))}
  </div>
)

/** An empty frame for a map or a chart. */
export const FrameBone = ({ height }: { height: number }) => (
  <div className={classes.frame} style={{ height }} aria-hidden />
)
