import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { getDevice } from '@wheelhouse/contract/devices/devices.ts'
import { locationUptime } from '@wheelhouse/contract/locations/location-uptime.ts'
import type { LocationUptime as Uptime } from '@wheelhouse/contract/locations/location-uptime.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { read } from '../../api/api.ts'
import { deviceName } from '../../features/devices/device-labels.ts'
import { devicePath } from '../../features/devices/device-link.tsx'
import { uptimeCells } from '../../features/reports/uptime-cells.ts'
import { ApiError } from '../../http/api-error.ts'
import { nothing, useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { uptimeText } from '../../i18n/percent.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useCanCall } from '../../session/can.ts'
import { CellRows } from '../../ui/chart/cell-rows.tsx'
import { Link } from '../../ui/details/link.tsx'
import { durationLabel } from '../../ui/details/time.tsx'
import { StaleHere } from '../../ui/frame/bars.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { NoData, Skeleton } from '../../ui/frame/states.tsx'
import { Counters } from '../../ui/list-parts/counters.tsx'
import type { Counter } from '../../ui/list-parts/counters.tsx'
import classes from './location-page.module.css'

type Place = Pick<Location, 'id' | 'code' | 'label'>

/**
 * How reachable a location was in its last whole days, in the figures of the uptime report. The right to statistics of another
 * location offers it here too; where the server refuses them for this one, nothing is drawn.
 */
export function LocationUptime({ location }: { location: Place }) {
  const input = { params: { location_id: location.id } }
  const uptime = useQuery(read(locationUptime, input, { isQuiet: true }))
  if (uptime.error instanceof ApiError && uptime.error.status === 403) return null
  return (
    <section className={classes.below}>
      <Loaded
        query={uptime}
        failed={locationUptime.says.failed}
        bones={<Skeleton lines={5} />}
        frame={(state) => (
          <>
            <SectionHead title={t('Uptime')} />
            {state}
          </>
        )}
      >
        {(found) => (
          <>
            <Head uptime={found} locationId={location.id} />
            <StaleHere />
            <Shown uptime={found} location={location} />
          </>
        )}
      </Loaded>
    </section>
  )
}

const outagesOf = (locationId: string, { from, to }: Pick<Uptime, 'from' | 'to'>): string =>
  `/outages?view=all&location_id=${locationId}&days=${from}..${to}`

function Head({ uptime: { from, to, time_zone }, locationId }: { uptime: Uptime; locationId: string }) {
  const { day } = useFormat()
  return (
    <SectionHead
      title={t('Uptime')}
      detail={t('{{from}} to {{to}}, {{zone}} time', { from: day(from), to: day(to), zone: time_zone })}
      actions={<Link href={outagesOf(locationId, { from, to })}>{t('Outages on these days')}</Link>}
    />
  )
}

function Shown({ uptime, location }: { uptime: Uptime; location: Place }) {
  const format = useFormat()
  if (uptime.missing !== null) return <NoFigure missing={uptime.missing} maintenance_s={uptime.maintenance_s} />
  return (
    <div className={classes.statistics}>
      <Figures uptime={uptime} locationId={location.id} format={format} />
      <Days uptime={uptime} location={location} format={format} />
    </div>
  )
}

/** Keys of `t`. */
const gaps: Record<NonNullable<Uptime['missing']>, { title: string; why: string }> = {
  no_devices: {
    title: 'No devices yet',
    why: 'Uptime is counted from the devices of a location, and this one had none on these days.',
  },
  less_than_a_day: {
    title: 'In service for less than a day',
    why: 'Uptime covers whole days, so today is included from tomorrow.',
  },
  not_in_service: {
    title: 'Not in service on these days',
    why: 'Uptime is counted while a location is launched.',
  },
}

function NoFigure({ missing, maintenance_s }: { missing: NonNullable<Uptime['missing']>; maintenance_s: number }) {
  const { title, why } = gaps[missing]
  return (
    <NoData title={t(title)}>
      {t(why)}
      {maintenance_s > 0 && ` ${t('It was in maintenance for {{duration}}.', { duration: lasting(maintenance_s) })}`}
    </NoData>
  )
}

const lasting = (seconds: number | null): string => (seconds === null ? nothing : durationLabel(seconds * 1_000))

interface FiguresProps {
  uptime: Uptime
  locationId: string
  format: Format
}

function Figures({ uptime, locationId, format }: FiguresProps) {
  const seesDevices = useCanCall(getDevice)
  const { worst_device: worst, maintenance_s } = uptime
  const items: Counter[] = [
    { label: t('Uptime'), value: uptimeText(uptime.uptime, format) },
    { label: t('Offline'), value: lasting(uptime.offline_s) },
    { label: t('Partly online'), value: lasting(uptime.partly_s) },
    { label: t('Incidents'), value: format.number(uptime.incidents), href: outagesOf(locationId, uptime) },
    { label: t('Mean time to repair'), value: lasting(uptime.mttr_s) },
    { label: t('Mean time between failures'), value: lasting(uptime.mtbf_s) },
  ]
  if (worst !== null)
    items.push({
      label: t('Worst device'),
      value: deviceName(worst),
      before: t('offline for {{duration}}', { duration: lasting(worst.offline_s) }),
      ...(seesDevices ? { href: devicePath(locationId, worst.id) } : {}),
    })
  if (maintenance_s > 0)
    items.push({ label: t('In maintenance'), value: lasting(maintenance_s), before: t('not counted') })
  return <Counters items={items} />
}

/** A cell a day, drawn as in the uptime report. */
function Days({ uptime, location, format }: { uptime: Uptime; location: Place; format: Format }) {
  const cells = useMemo(() => {
    const { from, days } = uptime
    const place = {
      location_code: location.code,
      location_label: location.label,
      uptime: uptime.uptime,
      days: days.map((day) => day.uptime),
      offline_minutes: days.map((day) => day.offline_s / 60),
      maintenance_minutes: days.map((day) => day.maintenance_s / 60),
    }
    return uptimeCells({ from_day: from }, { count: 1, places: [place] }, format)
  }, [uptime, location.code, location.label, format])
  const lines = cells.lines.map((line) => ({ ...line, label: t('Outages'), href: outagesOf(location.id, uptime) }))
  return <CellRows title={t('Uptime by day')} detail={t('one cell per day')} {...cells} lines={lines} />
}
