import { Button } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import { useState } from 'react'
import { forceEndSession } from '@wheelhouse/contract/parking-sessions/session-fee.ts'
import type { ParkingSessionDetails } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { useMayDo } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'

const ForceEndDialog = lazyComponent(() => import('./force-end-dialog.tsx').then((module) => module.ForceEndDialog))

/** Ends a session that its lock will not end, with the fee shown first. */
export function ForceEnd({ session }: { session: ParkingSessionDetails }) {
  const [isOpen, setOpen] = useState(false)
  const may = useMayDo(forceEndSession)
  if (!may || session.status === 'ended') return null
  return (
    <>
      <Button data-danger leftSection={<IconPlayerStop size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {t('Force end')}
      </Button>
      {isOpen && <ForceEndDialog session={session} onClose={() => setOpen(false)} />}
    </>
  )
}
