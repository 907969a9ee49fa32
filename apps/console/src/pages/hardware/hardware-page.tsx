import { IconCpu, IconMapPin, IconTopologyStar3 } from '@tabler/icons-react'
import { getHardwareDetails } from '@wheelhouse/contract/hardware/hardware-details.ts'
import type { HardwareDetails } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { hardwareHeartbeatHistory } from '@wheelhouse/contract/hardware/hardware-history.ts'
import { getHardwareConfig } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { listHardwareCommands } from '@wheelhouse/contract/commands/commands.ts'
import { HardwareCommandCards, HardwareCommandMenu } from '../../features/commands/hardware-commands.tsx'
import { deviceTypeWord } from '../../features/devices/device-labels.ts'
import { DeviceLink } from '../../features/devices/device-link.tsx'
import { Heard } from '../../features/hardware/hardware-columns.tsx'
import { hardwarePath } from '../../features/hardware/hardware-link.tsx'
import { LocationLink } from '../../features/locations/location-link.tsx'
import { meshPath } from '../../features/meshes/mesh-link.ts'
import { useCanCall } from '../../session/can.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { hardwareId } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useLiveBadge } from '../../live/live-badge.ts'
import { ThingPage } from '../../live/thing-page.tsx'
import { useLive } from '../../live/use-live.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { groupedHex } from '../../ui/details/copyable-id.tsx'
import { DetailsBody, DetailsHeader } from '../../ui/details/details.tsx'
import type { Fact } from '../../ui/details/details.tsx'
import { CardBones, DetailsSkeleton, RowBones } from '../../ui/details/details-skeleton.tsx'
import { Link } from '../../ui/details/link.tsx'
import { Tabs } from '../../ui/frame/page.tsx'
import { lazyPanel } from '../../ui/frame/lazy-panel.tsx'
import { NoData, NoPermission } from '../../ui/frame/states.tsx'
import type { HeartbeatPeriod, HardwareView } from './hardware-address.ts'
import { HardwareOverview } from './hardware-overview.tsx'
import classes from './hardware-page.module.css'

const PieceHistory = lazyComponent(() =>
  import('../../features/hardware/device-history.tsx').then((module) => module.PieceHistory),
)
const ConfigPanel = lazyComponent(() =>
  import('../../features/hardware-config/config-panel.tsx').then((module) => module.ConfigPanel),
)
const HardwareCommandHistory = lazyPanel(() =>
  import('../../features/commands/command-history.tsx').then((module) => module.HardwareCommandHistory),
)

interface HardwarePageProps {
  id: string
  view: HardwareView
  /** How far back its heartbeats go. */
  period: HeartbeatPeriod | undefined
  onPeriod: (period: HeartbeatPeriod | undefined) => void
}

/** One piece of hardware, wherever it is: built in or in stock. */
export function HardwarePage({ id, view, ...chosen }: HardwarePageProps) {
  const may = useCanCall(getHardwareDetails)
  const query = useLive(getHardwareDetails, { params: { hardware_id: id } }, { enabled: may, isQuiet: true })
  useDocumentTitle(t('Hardware {{id}}', { id: hardwareId(id) }))
  return (
    <ThingPage
      route={getHardwareDetails}
      query={query}
      title={t('Hardware')}
      back={{ label: t('Find hardware'), href: '/hardware/find' }}
      thing={t('hardware')}
      unknown={
        <NoData title={t('No hardware has this ID')}>{t('Check the ID on the label, or your permissions.')}</NoData>
      }
      bones={<HardwareSkeleton id={id} view={view} />}
    >
      {(hardware) => <Details hardware={hardware} view={view} {...chosen} />}
    </ThingPage>
  )
}

const HardwareSkeleton = ({ id, view }: ViewTabsProps) => (
  <DetailsSkeleton
    title={t('Hardware')}
    crumb={hardwareId(id)}
    back={{ label: t('Hardware'), href: '/hardware/find' }}
    tabs={<ViewTabs id={id} view={view} />}
  >
    <div className={classes.body}>
      {view === 'overview' ? (
        <div className={classes.cards}>
          <CardBones lines={9} />
          <CardBones lines={9} />
          <CardBones lines={4} />
          <CardBones lines={3} />
        </div>
      ) : (
        <RowBones rows={12} />
      )}
    </div>
  </DetailsSkeleton>
)

type DetailsProps = Omit<HardwarePageProps, 'id'> & { hardware: HardwareDetails }

function Details({ hardware, view, ...chosen }: DetailsProps) {
  const live = useLiveBadge()
  return (
    <>
      <DetailsHeader
        crumbs={[{ label: t('Hardware'), href: '/hardware/find' }, { label: hardwareId(hardware.id) }]}
        {...live}
        name={deviceTypeWord(hardware.type)}
        code={hardwareId(hardware.id)}
        states={<Heard {...hardware} />}
        actions={<HardwareCommandMenu hardware={hardware} />}
        facts={factsOf(hardware)}
        tabs={<ViewTabs id={hardware.id} view={view} />}
      />
      <DetailsBody>
        <div className={classes.body}>
          <HardwareCommandCards id={hardware.id} />
          <Body hardware={hardware} view={view} {...chosen} />
        </div>
      </DetailsBody>
    </>
  )
}

type ViewTabsProps = Pick<HardwarePageProps, 'id' | 'view'>

function ViewTabs({ id, view }: ViewTabsProps) {
  const hasHistory = useCanCall(hardwareHeartbeatHistory)
  const hasConfig = useCanCall(getHardwareConfig)
  const hasCommands = useCanCall(listHardwareCommands)
  const tabs = [
    { id: 'overview', label: t('Overview'), isOffered: true },
    { id: 'history', label: t('History'), isOffered: hasHistory },
    { id: 'config', label: t('Config'), isOffered: hasConfig },
    { id: 'commands', label: t('Commands'), isOffered: hasCommands },
  ]
  const offered = tabs
    .filter(({ isOffered }) => isOffered)
    .map(({ id: tab, label }) => ({
      id: tab,
      label,
      href: tab === 'overview' ? hardwarePath(id) : `${hardwarePath(id)}?view=${tab}`,
      isActive: view === tab,
    }))
  return <Tabs label={t('Views of this hardware')} tabs={offered} />
}

function Body({ hardware, view, period, onPeriod }: DetailsProps) {
  const hasConfig = useCanCall(getHardwareConfig)
  const hasCommands = useCanCall(listHardwareCommands)
  if (view === 'history')
    return (
      <PieceHistory
        id={hardware.id}
        period={period ?? 'day'}
        onPeriod={(next) => onPeriod(next === 'day' ? undefined : next)}
      />
    )
  if (view === 'config')
    return hasConfig ? <ConfigPanel id={hardware.id} /> : <NoPermission action="GET_PARAMS" resource="hardware" />
  if (view === 'commands')
    return hasCommands ? (
      <HardwareCommandHistory id={hardware.id} />
    ) : (
      <NoPermission action="GETCMDSHISTORY" resource="hardware" />
    )
  return <HardwareOverview hardware={hardware} />
}

/** Where it is, in which mesh, what runs on it. */
function factsOf(hardware: HardwareDetails): Fact[] {
  const { device_id, device_number, location_id, location_label, location_code, rental_code, type, mesh_id } = hardware
  const place =
    location_id === null ? (
      <span>{rental_code ?? t('In stock')}</span>
    ) : (
      <LocationLink id={location_id} label={location_label ?? ''} code={location_code ?? undefined} />
    )
  const facts: Fact[] = [{ icon: IconMapPin, value: place }]
  if (location_id !== null && device_id !== null && device_number !== null)
    facts.push({ value: <DeviceLink locationId={location_id} id={device_id} type={type} number={device_number} /> })
  facts.push({
    icon: IconTopologyStar3,
    label: t('mesh'),
    value: (
      <Link href={meshPath(mesh_id)} className="mono">
        {groupedHex(mesh_id)}
      </Link>
    ),
  })
  if (hardware.firmware_name !== null)
    facts.push({
      icon: IconCpu,
      value: `${hardware.firmware_name} ${hardware.firmware_version ?? ''}`,
      isWideOnly: true,
    })
  return facts
}
