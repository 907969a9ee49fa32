import { IconBuilding, IconClock, IconHeadset, IconMapPin, IconParking } from '@tabler/icons-react'
import type { Location, LocationRow } from '@wheelhouse/contract/locations/locations.ts'
import type { ReactNode } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { lastList } from '../../lists/last-viewed-list.ts'
import { useLiveBadge } from '../../live/live-badge.ts'
import { locationTypeLabels } from './location-labels.ts'
import { useAfterPaint } from '../../ui/base/after-paint.ts'
import { useClock } from '../../ui/base/clock.ts'
import { DetailsHeader } from '../../ui/details/details.tsx'
import type { Fact } from '../../ui/details/details.tsx'
import { StatusPill, StatusText } from '../../ui/details/status.tsx'
import { OrganizationLink } from '../organizations/organization-link.tsx'
import { locationPath } from './location-link.tsx'

/** A row of a list knows all but the last two. */
type Headed = LocationRow & Partial<Pick<Location, 'generation' | 'time_zone'>>

interface LocationHeaderProps {
  location: Headed
  /** Of several features: the application puts them in. */
  actions?: ReactNode
  /** Beside the health, once it is known. */
  uptime?: ReactNode
  tabs?: ReactNode
}

/** Where one is, what it is called, its status, whose it is. */
export function LocationHeader({ location, actions, uptime, tabs }: LocationHeaderProps) {
  const live = useLiveBadge()
  const { id, code, label, status, health } = location
  return (
    <DetailsHeader
      crumbs={[{ label: t('Locations'), href: lastList('locations')?.href ?? '/locations' }, { label: code }]}
      {...(location.time_zone === undefined ? {} : live)}
      neighbours={neighboursOf(id)}
      name={label}
      code={code}
      states={
        <>
          <StatusPill of="location_status" value={status} />
          <StatusText of="health" value={health} />
          {uptime}
        </>
      }
      actions={actions}
      isTopOnPhone
      facts={factsOf(location)}
      tabs={tabs}
    />
  )
}

function factsOf(location: Headed): Fact[] {
  const { address, owner_id, owner_name, operator_id, operator_name, type, generation, time_zone } = location
  const facts: Fact[] = address === '' ? [] : [{ icon: IconMapPin, value: address }]
  if (owner_id !== null && owner_name !== null)
    facts.push({
      icon: IconBuilding,
      value: <OrganizationLink id={owner_id} name={owner_name} />,
      label: t('owner'),
      isWideOnly: true,
    })
  if (operator_id !== null && operator_name !== null)
    facts.push({
      icon: IconHeadset,
      value: <OrganizationLink id={operator_id} name={operator_name} />,
      label: t('operator'),
      isWideOnly: true,
    })
  if (time_zone === undefined) return facts
  facts.push(
    { icon: IconParking, value: `${t(locationTypeLabels[type])}, ${generation}`, isWideOnly: true },
    { icon: IconClock, value: <LocalTime zone={time_zone} />, label: time_zone, isWideOnly: true },
  )
  return facts
}

/** What the clock on the wall says there. The first time that is written in a zone takes longer than to draw the rows below. */
const LocalTime = ({ zone }: { zone: string }) => (useAfterPaint(true) ? <TimeIn zone={zone} /> : roomOfTime)
const roomOfTime = '\u2007'.repeat(5)

function TimeIn({ zone }: { zone: string }) {
  const { time } = useFormat(zone)
  return useClock(1_000, (now) => time(new Date(now).toISOString()))
}

/** Place in the list one came from. */
function neighboursOf(id: string) {
  const list = lastList('locations')
  const place = list?.ids.indexOf(id) ?? -1
  if (list === null || place < 0) return undefined
  const hrefOf = (other: string | undefined) => (other === undefined ? undefined : locationPath(other))
  return {
    position: t('{{place}} of {{total}}', { place: place + 1, total: list.total }),
    listName: list.isFiltered ? t('Locations, filtered') : t('Locations'),
    listHref: list.href,
    previousHref: hrefOf(list.ids[place - 1]),
    nextHref: hrefOf(list.ids[place + 1]),
  }
}
