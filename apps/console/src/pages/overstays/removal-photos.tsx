import { getLogEntry } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { AddPhotoButton, EntryPhotos } from '../../features/maintenance-log/entry-photos.tsx'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { Skeleton } from '../../ui/frame/states.tsx'

/** The photos of a removal are those of its order in the maintenance log. */
export function RemovalPhotos({ location_id, log_entry_id }: { location_id: string; log_entry_id: string }) {
  const may = useCanCall(getLogEntry)
  const entry = useLive(getLogEntry, { params: { location_id, log_entry_id } }, { enabled: may, isQuiet: true })
  if (!may) return null
  return (
    <Loaded query={entry} failed={getLogEntry.says.failed} bones={<Skeleton lines={2} />}>
      {(order) => (
        <>
          <EntryPhotos entry={order} />
          <AddPhotoButton entry={order} />
        </>
      )}
    </Loaded>
  )
}
