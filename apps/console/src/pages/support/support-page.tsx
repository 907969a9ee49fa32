import { getParkingSession } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type { ParkingSessionDetails } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { findUsers } from '@wheelhouse/contract/find-user/find-user.ts'
import { FindUserPane } from '../../features/find-user/find-user-pane.tsx'
import { OpenCases } from '../../features/support/open-cases.tsx'
import { supportPath } from '../../features/support/support-address.ts'
import type { SupportSearch } from '../../features/support/support-search.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { CardBones, Loading, Waiting } from '../../ui/details/details-skeleton.tsx'
import { useWide } from '../../ui/frame/app-frame.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'
import { PlacesFound } from './places-found.tsx'
import classes from './support-page.module.css'

const CallView = lazyComponent(() => import('./call-view.tsx').then((module) => module.CallView))

interface SupportPageProps {
  search: SupportSearch
  onSearch: (search: SupportSearch) => void
}

const examples = [
  ['Device', '123456/07'],
  ['Hardware ID', '0A1B 2C3D 4E5F …'],
  ['Rental device', 'TLN-104'],
  ['Session', '019a4c1e-…'],
  ['Case', 'S-104'],
] as const

/** One box for what a caller names, and beside it everything about the problem. */
export function SupportPage({ search, onSearch }: SupportPageProps) {
  const may = useCanCall(findUsers)
  const isWide = useWide()
  if (!may)
    return (
      <Page title={t('Support')}>
        <NoPermission action="GET" resource="user" />
      </Page>
    )
  const { user, device, location, session } = search
  const isOpen = [user, device, location, session].some((id) => id !== undefined)
  return (
    <Page title={t('Support')}>
      <div className={classes.columns}>
        <FindUserPane
          openId={user}
          isBrief={isOpen && !isWide}
          hrefOf={({ id, access_key_id }) =>
            supportPath({ user: id, key: access_key_id ?? undefined, device, location })
          }
          others={{
            label: t('Phone, PIN, key, session, code or hardware ID'),
            examples,
            found: (text, kind) => <PlacesFound text={text} kind={kind} search={search} />,
          }}
        />
        <div className={classes.beside}>
          <Call search={search} onSearch={onSearch} />
        </div>
      </div>
    </Page>
  )
}

/** A session names the person and the device. */
function Call({ search, onSearch }: SupportPageProps) {
  const { user, device, location, session } = search
  const hasSession = session !== undefined
  const found = useLive(
    getParkingSession,
    { params: { session_id: session ?? 'none' } },
    { enabled: hasSession, isQuiet: true },
  )
  if (!hasSession && user === undefined && device === undefined && location === undefined)
    return <Nobody search={search} onSearch={onSearch} />
  if (!hasSession) return <CallView key={user ?? 'nobody'} search={search} onSearch={onSearch} />
  const withSession = ({ user_id, device_id, location_id }: ParkingSessionDetails): SupportSearch => ({
    ...search,
    user: user ?? user_id ?? undefined,
    device: device ?? device_id,
    location: location_id,
  })
  return (
    <Loaded query={found} failed={getParkingSession.says.failed} bones={<CallBones />}>
      {(details) => <CallView key={session} search={withSession(details)} onSearch={onSearch} />}
    </Loaded>
  )
}

const CallBones = () => (
  <Waiting>
    <div className={classes.parts}>
      <div className={classes.part}>
        <Loading>
          <CardBones lines={8} />
        </Loading>
      </div>
      <div className={classes.part}>
        <CardBones lines={4} />
        <CardBones lines={8} />
      </div>
    </div>
  </Waiting>
)

/** Nobody calls yet: the cases that wait. */
const Nobody = ({ search, onSearch }: SupportPageProps) => (
  <OpenCases
    status={search.cases ?? 'open'}
    onStatus={(status) => onSearch({ ...search, cases: status === 'open' ? undefined : status })}
    hint={t('Type what the caller gives you: a phone number, a PIN, the number on the key, or the code on the dock.')}
  />
)
