import { useState } from 'react'
import { createLogEntry } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { activeSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { caseName, updateSupportCase } from '@wheelhouse/contract/support/support-cases.ts'
import type { SupportCaseDetails } from '@wheelhouse/contract/support/support-cases.ts'
import { deniedScansOfUser } from '@wheelhouse/contract/support/denied-scans.ts'
import { getDevice } from '@wheelhouse/contract/devices/devices.ts'
import { useWrite } from '../../api/api.ts'
import { deviceWithin } from '../../features/devices/device-labels.ts'
import { eventFilterOf, noEventFilter } from '../../features/events/event-address.ts'
import { NewEntryDialog } from '../../features/maintenance-log/entry-dialogs.tsx'
import { CasePanel, useCases } from '../../features/support/case-panel.tsx'
import type { SupportSearch } from '../../features/support/support-search.ts'
import { t } from '../../i18n/i18n.ts'
import { useList } from '../../lists/list.ts'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { LastDocks } from './caller-history.tsx'
import { DockPart } from './dock-part.tsx'
import { LocationDocks } from './location-docks.tsx'
import { CallerPayments, PersonHead, PersonPart } from './person-part.tsx'
import classes from './support-page.module.css'

interface CallViewProps {
  search: SupportSearch
  onSearch: (search: SupportSearch) => void
}

/** The caller's problem on one page: the dock and why it stays shut, the person and what they did, the case. */
export function CallView({ search, onSearch }: CallViewProps) {
  const { user, location } = search
  const deviceId = useDeviceOf(search)
  const device = useLive(
    getDevice,
    { params: { device_id: deviceId ?? 'none' } },
    { enabled: deviceId !== undefined, isQuiet: true },
  )
  const [handedOver, setHandedOver] = useState<SupportCaseDetails | null>(null)
  const mayHandOver = useCanCall(createLogEntry) && device.data !== undefined
  const cases = useCases(user ?? '', user !== undefined)
  const openCase = cases.rows.find(({ status }) => status === 'open')
  const caseId = search.case ?? openCase?.id
  const subject =
    device.data === undefined
      ? t('Call about an account')
      : t('Cannot open {{device}}', { device: deviceWithin(device.data) })
  return (
    <>
      {user !== undefined && <PersonHead userId={user} />}
      <div className={classes.parts}>
        <div className={classes.part}>
          {deviceId !== undefined && (
            <DockPart
              key={deviceId}
              deviceId={deviceId}
              userId={user}
              accessKeyId={search.key}
              caseRef={user === undefined || caseId === undefined ? null : { rider_id: user, case_id: caseId }}
              filter={eventFilterOf(search)}
              onFilter={(filter) => onSearch({ ...search, ...noEventFilter, ...filter })}
            />
          )}
          {deviceId === undefined && location === undefined && user !== undefined && (
            <LastDocks userId={user} accessKeyId={search.key} />
          )}
          {deviceId === undefined && location !== undefined && <LocationDocks locationId={location} search={search} />}
        </div>
        {user !== undefined && (
          <div className={classes.part}>
            <CasePanel
              userId={user}
              deviceId={deviceId}
              sessionId={device.data?.session?.user_id === user ? device.data.session.id : undefined}
              subject={subject}
              openCase={openCase}
              caseId={search.case}
              onOpen={(id) => onSearch({ ...search, case: id })}
              onHandOver={mayHandOver ? setHandedOver : undefined}
            />
            <PersonPart userId={user} matchedKey={search.key} />
          </div>
        )}
      </div>
      {user !== undefined && <CallerPayments userId={user} />}
      {handedOver !== null && device.data !== undefined && (
        <HandOver
          found={handedOver}
          locationId={device.data.location_id}
          deviceId={device.data.id}
          onClose={() => setHandedOver(null)}
        />
      )}
    </>
  )
}

/** The device in the address, else the one where this person's bike is, else the one that refused them last. */
function useDeviceOf({ user, device, location }: SupportSearch): string | undefined {
  const isAsked = user !== undefined && device === undefined && location === undefined
  const mayScans = useCanCall(deniedScansOfUser.route)
  const maySessions = useCanCall(activeSessions.route)
  const query = { user_id: user, limit: 1, order: 'desc' }
  const sessions = useList(activeSessions.route, query, { enabled: isAsked && maySessions, isLive: true })
  const scans = useList(
    deniedScansOfUser.route,
    { limit: 1 },
    { params: { user_id: user ?? 'none' }, enabled: isAsked && mayScans, isLive: true },
  )
  if (device !== undefined) return device
  if (!isAsked) return undefined
  return sessions.rows[0]?.device_id ?? scans.rows[0]?.device_id
}

interface HandOverProps {
  found: SupportCaseDetails
  locationId: string
  deviceId: string
  onClose: () => void
}

/** A maintenance entry with everything filled in; the case keeps the way to it. */
function HandOver({ found, locationId, deviceId, onClose }: HandOverProps) {
  const link = useWrite(updateSupportCase)
  const { subject, reason, device_id, session_id, version } = found
  const notes = found.notes.map(({ text }) => text).join('\n')
  const description = [t('Support case {{name}}: {{subject}}.', { name: caseName(found.number), subject }), notes]
    .filter(Boolean)
    .join('\n')
    .slice(0, 4_000)
  return (
    <NewEntryDialog
      place={locationId}
      device={deviceId}
      draft={{ description, priority: 'high' }}
      isPlaceFixed
      onClose={onClose}
      onDone={(entry) => {
        const params = { rider_id: found.user_id, case_id: found.id }
        const body = { subject, reason, device_id, session_id, log_entry_id: entry.id }
        link.mutate({ params, body, version })
        onClose()
      }}
    />
  )
}
