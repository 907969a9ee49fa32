import { Button } from '@mantine/core'
import { IconBell, IconBellOff, IconEye, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { getOutage, muteOutage, unmuteOutage } from '@wheelhouse/contract/outages/outages.ts'
import type { Outage } from '@wheelhouse/contract/outages/outages.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { ThingPanel } from '../../live/thing-panel.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { Link } from '../../ui/details/link.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { ConsoleUserLink } from '../console-users/console-user-link.tsx'
import { LocationLink, locationPath } from '../locations/location-link.tsx'
import { refOf } from './outage-address.ts'
import type { OutageRef } from './outage-address.ts'
import { Lasted } from './outage-columns.tsx'
import { AcknowledgeDialog, AssignDialog, MuteDialog } from './outage-dialogs.tsx'
import { clearingWord, outageName } from './outage-labels.ts'

interface OpenOutageProps {
  outage: OutageRef
  onClose: () => void
}

/** One outage beside its list: what is out of contact, and who sees to it. */
export function OpenOutage({ outage: ref, onClose }: OpenOutageProps) {
  const params = { location_id: ref.location_id, outage_id: ref.outage_id }
  const outage = useLive(getOutage, { params }, { isQuiet: true })
  return (
    <ThingPanel
      query={outage}
      failed={getOutage.says.failed}
      missing={notFoundText(t('outage'))}
      title={t('Outage')}
      onClose={onClose}
    >
      {(found) => <Panel outage={found} onClose={onClose} />}
    </ThingPanel>
  )
}

type Asking = 'acknowledge' | 'assign' | 'mute' | null

function Panel({ outage, onClose }: { outage: Outage; onClose: () => void }) {
  const { dateTime } = useFormat()
  const [asking, setAsking] = useState<Asking>(null)
  const { location_id, location_label, location_code, acknowledged_at, acknowledged_by_name } = outage
  const { assignee_id, assignee_name } = outage
  const close = () => setAsking(null)
  return (
    <SidePanel
      onClose={onClose}
      title={outageName(outage)}
      trailing={<StatusText of="incident" value={outage.status} />}
      actions={<Actions outage={outage} onAsk={setAsking} />}
    >
      <KeyValueGrid
        items={[
          {
            label: t('Location'),
            value: <LocationLink id={location_id} label={location_label} code={location_code} />,
          },
          { label: t('Offline since'), value: <RelativeTime at={outage.began_at} /> },
          { label: t('Duration'), value: <Lasted {...outage} /> },
          { label: t('Confirmed'), value: outage.confirmed_at && <RelativeTime at={outage.confirmed_at} /> },
          { label: t('Ended'), value: outage.ended_at && <RelativeTime at={outage.ended_at} /> },
          { label: t('Ended by'), value: clearingWord(outage) },
          {
            label: t('Acknowledged'),
            value: acknowledged_at && (
              <span>
                {acknowledged_by_name}, <RelativeTime at={acknowledged_at} />
              </span>
            ),
          },
          {
            label: t('Assignee'),
            value:
              assignee_id === null || assignee_name === null ? null : (
                <ConsoleUserLink id={assignee_id} name={assignee_name} />
              ),
          },
          { label: t('Muted until'), value: outage.muted_until && dateTime(outage.muted_until) },
          { label: t('Note'), value: outage.note || null },
          {
            label: t('Events'),
            value: (
              <Link href={`${locationPath(location_id)}?tab=events&feature=outages`}>
                {t('Outage events of this location')}
              </Link>
            ),
          },
          { label: t('ID'), value: <CopyableId id={outage.id} isMono /> },
        ]}
      />
      {asking === 'acknowledge' && <AcknowledgeDialog outage={outage} onClose={close} />}
      {asking === 'assign' && <AssignDialog outage={outage} onClose={close} />}
      {asking === 'mute' && <MuteDialog outage={outage} onClose={close} />}
    </SidePanel>
  )
}

function Actions({ outage, onAsk }: { outage: Outage; onAsk: (what: Asking) => void }) {
  const may = useCanCall(muteOutage)
  if (!may || outage.status === 'cleared') return null
  return (
    <>
      {outage.muted_until === null ? (
        <Button leftSection={<IconBellOff size={15} aria-hidden />} onClick={() => onAsk('mute')}>
          {t('Mute')}
        </Button>
      ) : (
        <ActionButton
          route={unmuteOutage}
          input={{ params: { ...refOf(outage) }, version: outage.version }}
          label={t('Unmute')}
          icon={IconBell}
        />
      )}
      <Button leftSection={<IconUser size={15} aria-hidden />} onClick={() => onAsk('assign')}>
        {t('Assign')}
      </Button>
      {outage.acknowledged_at === null && (
        <Button variant="filled" leftSection={<IconEye size={15} aria-hidden />} onClick={() => onAsk('acknowledge')}>
          {t('Acknowledge')}
        </Button>
      )}
    </>
  )
}
