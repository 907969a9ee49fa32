import { useState } from 'react'
import { OpenOverstay } from '../../features/overstays/overstay-panel.tsx'
import { UserOverstays } from '../../features/overstays/user-overstays.tsx'
import { RemovalPhotos } from './removal-photos.tsx'

/** The overstays of one rider; one of them opens beside the list. */
export function OverstaysBeside({ userId }: { userId: string }) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <>
      <UserOverstays userId={userId} onOpen={setOpen} />
      {open !== null && (
        <OpenOverstay
          key={open}
          id={open}
          photos={(order) => <RemovalPhotos {...order} />}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
