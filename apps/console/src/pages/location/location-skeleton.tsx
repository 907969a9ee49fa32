import { locations } from '@wheelhouse/contract/locations/locations.ts'
import type { LocationRow } from '@wheelhouse/contract/locations/locations.ts'
import { infinite } from '../../api/api.ts'
import { LocationHeader } from '../../features/locations/location-header.tsx'
import { t } from '../../i18n/i18n.ts'
import { queryClient } from '../../shell/query-client.ts'
import { Bone, useIsLate } from '../../ui/frame/states.tsx'
import classes from './location-skeleton.module.css'

const rows = Array.from({ length: 20 }, (_, index) => index)
const widths = [58, 44, 72, 50]
const tabWidths = [54, 24, 74, 58, 78, 58, 42, 98, 40]
const unknownDocks = 24

interface Loaded {
  pages?: { items?: LocationRow[] }[]
}

/** The row of a list that one may have come from: it knows the head of the page and how many docks there are. */
function knownRow(id: string): LocationRow | undefined {
  const [path = ''] = infinite(locations.route, {}).queryKey
  for (const [, data] of queryClient.getQueriesData<Loaded>({ queryKey: [path] }))
    for (const { items } of data?.pages ?? []) {
      const row = items?.find((one) => one.id === id)
      if (row !== undefined) return row
    }
  return undefined
}

interface LocationSkeletonProps {
  id: string
  /** The view with the docks; the others begin with their rows. */
  hasPlan: boolean
}

/** A location before it is loaded, in the shape of its page: head, tabs, dock plan and table, so that nothing jumps. */
export function LocationSkeleton({ id, hasPlan }: LocationSkeletonProps) {
  const isLate = useIsLate(true)
  const row = knownRow(id)
  const docks = Array.from({ length: hasPlan ? (row?.total_docks ?? unknownDocks) : 0 }, (_, index) => index)
  return (
    <div className={classes.page} data-late={isLate || row !== undefined || undefined} data-plan={hasPlan || undefined}>
      {row === undefined ? <UnknownHead /> : <LocationHeader location={row} tabs={<TabBones />} />}
      <div role="status" aria-label={t('Loading')}>
        {docks.length > 0 && (
          <div className={classes.tiles} data-notice={(row !== undefined && row.health !== 'online') || undefined}>
            {docks.map((dock) => (
              <span key={dock} className={classes.tile} aria-hidden />
            ))}
          </div>
        )}
        <div className={classes.section}>
          <Bone width={120} />
        </div>
        {rows.map((line) => (
          <div key={line} className={classes.row}>
            {widths.map((width) => (
              <Bone key={width} width={width} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

const TabBones = () => (
  <div className={classes.tabs}>
    {tabWidths.map((width) => (
      <Bone key={width} width={width} />
    ))}
  </div>
)

const UnknownHead = () => (
  <div className={classes.unknown}>
    <div className={classes.head}>
      <Bone width={110} />
      <Bone width={300} height={18} />
      <Bone width="44%" />
    </div>
    <TabBones />
  </div>
)
