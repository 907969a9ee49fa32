import {
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconEyeOff,
  IconAlertTriangle,
  IconTool,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { getAccessTrace } from '@wheelhouse/contract/support/access-trace.ts'
import type { AccessTrace, MendTarget, TraceOutcome, TraceStep } from '@wheelhouse/contract/support/access-trace.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { Link } from '../../ui/details/link.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { NoPermission, Skeleton } from '../../ui/frame/states.tsx'
import { conditionLabels, findingSentence } from './trace-labels.ts'
import classes from './support.module.css'
import { allowlistPath } from '../allowlists/allowlist-address.ts'
import { devicePath } from '../devices/device-link.tsx'
import { hardwarePath } from '../hardware/hardware-link.tsx'
import { locationPath } from '../locations/location-link.tsx'
import { parkingSessionPath } from '../parking-sessions/parking-session-link.tsx'
import { userPath } from '../users/user-link.tsx'

const looks: Record<TraceOutcome, { icon: TablerIcon; word: string }> = {
  holds: { icon: IconCircleCheck, word: 'Passed' },
  fails: { icon: IconCircleX, word: 'Failed' },
  warns: { icon: IconAlertTriangle, word: 'Warning' },
  unasked: { icon: IconCircleMinus, word: 'Not checked' },
  hidden: { icon: IconEyeOff, word: 'Hidden' },
}

interface AccessTraceProps {
  userId: string
  deviceId: string
  accessKeyId: string | undefined
  deviceName: string
}

/** Whether this person can open this device now, and each condition in its order. */
export function AccessTracePanel({ userId, deviceId, accessKeyId, deviceName }: AccessTraceProps) {
  const may = useCanCall(getAccessTrace)
  const params = { device_id: deviceId, user_id: userId }
  const query = accessKeyId === undefined ? {} : { access_key_id: accessKeyId }
  const asked = useLive(getAccessTrace, { params, query }, { enabled: may, isQuiet: true, refetchInterval: 30_000 })
  if (!may) return <NoPermission action="GET" resource="device" />
  return (
    <Loaded query={asked} failed={getAccessTrace.says.failed} bones={<Skeleton lines={10} />}>
      {(trace) => <Trace trace={trace} deviceName={deviceName} />}
    </Loaded>
  )
}

function Trace({ trace, deviceName }: { trace: AccessTrace; deviceName: string }) {
  const cause = trace.steps.find(({ outcome }) => outcome === 'fails')
  return (
    <>
      <p className={classes.verdict} data-opens={trace.opens} role="status">
        {cause === undefined ? <IconCircleCheck size={18} aria-hidden /> : <IconCircleX size={18} aria-hidden />}
        <strong>
          {cause === undefined
            ? t('Nothing keeps {{device}} from opening', { device: deviceName })
            : findingSentence(cause)}
        </strong>
      </p>
      <ol className={classes.steps}>
        {trace.steps.map((step) => (
          <Step key={step.condition} step={step} locationId={trace.location_id} />
        ))}
      </ol>
    </>
  )
}

function Step({ step, locationId }: { step: TraceStep; locationId: string }) {
  const { icon: Icon, word } = looks[step.outcome]
  return (
    <li data-outcome={step.outcome}>
      <Icon size={16} role="img" aria-label={t(word)} />
      <span className={classes.condition}>{t(conditionLabels[step.condition])}</span>
      <span className={classes.finding}>
        {findingSentence(step)}
        {step.mend !== null && (step.outcome === 'fails' || step.outcome === 'warns') && (
          <Link href={mendPath(step.mend, locationId)} className={classes.mend}>
            <IconTool size={14} aria-hidden /> {t(mendLabels[step.mend.type])}
          </Link>
        )}
      </span>
      <span className={classes.age}>{step.changed_at !== null && <RelativeTime at={step.changed_at} isShort />}</span>
    </li>
  )
}

/** Keys of `t`. */
const mendLabels: Record<MendTarget['type'], string> = {
  user: 'Open the account',
  access_keys: 'Open the keys',
  allowlist: 'Open the allowlist',
  payments: 'Open the payments',
  location: 'Open the location',
  device: 'Open the device',
  hardware: 'Open the hardware',
  session: 'Open the session',
}

/** The page on which the condition is mended. */
const mendPath = ({ type, id }: MendTarget, locationId: string): string =>
  ({
    user: userPath(id),
    access_keys: `${userPath(id)}?tab=access-keys`,
    allowlist: allowlistPath(id),
    payments: `${userPath(id)}?tab=payments`,
    location: locationPath(id),
    device: devicePath(locationId, id),
    hardware: hardwarePath(id),
    session: parkingSessionPath(id),
  })[type]
