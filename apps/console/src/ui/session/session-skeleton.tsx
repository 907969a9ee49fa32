import { CardBones, Loading, RowBones, Waiting, waitingFacts } from '../details/details-skeleton.tsx'
import { Bone } from '../frame/states.tsx'
import { SessionPage } from './session-page.tsx'
import classes from './session-page.module.css'

interface SessionSkeletonProps {
  title: string
  back: { label: string; href: string }
  path: string
  isTimeline: boolean
}

/** A session before it is loaded: head, strip, story and cards in their places. */
export const SessionSkeleton = ({ title, back, path, isTimeline }: SessionSkeletonProps) => (
  <Waiting>
    <SessionPage
      header={{ crumbs: [back, { label: title }], name: title, facts: waitingFacts }}
      path={path}
      isTimeline={isTimeline}
      strip={<StripBones />}
      timeline={<RowBones rows={5} />}
    >
      <Loading>
        <CardBones lines={5} />
      </Loading>
      <CardBones lines={5} />
    </SessionPage>
  </Waiting>
)

const StripBones = () => (
  <div className={classes.strip} data-scaled>
    <Bone width="100%" />
    <div className={classes.ends}>
      <Bone width={92} height={18} />
      <Bone width={92} height={18} />
    </div>
  </div>
)
