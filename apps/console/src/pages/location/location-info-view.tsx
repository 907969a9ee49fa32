import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { keysOf } from '@wheelhouse/contract/certain.ts'
import { locationGroups } from '@wheelhouse/contract/locations/location-fields.ts'
import type { LocationGroup } from '@wheelhouse/contract/locations/location-fields.ts'
import { locationStatistics } from '@wheelhouse/contract/locations/location-statistics.ts'
import { locationUptime } from '@wheelhouse/contract/locations/location-uptime.ts'
import { listLocationEvents } from '@wheelhouse/contract/events/events.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { writableFields, writableGroups } from '../../features/locations/location-writing.ts'
import { useCanCall } from '../../session/can.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useUser } from '../../stores/user-store.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { Card, KeyValueGrid } from '../../ui/details/key-values.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { LocationChanges } from './location-changes.tsx'
import { groupItems } from './location-info-rows.tsx'
import { LocationPlace } from './location-place.tsx'
import { LocationStatistics } from './location-statistics.tsx'
import { LocationUptime } from './location-uptime.tsx'
import classes from './location-page.module.css'

interface LocationInfoProps {
  location: Location
  /** Opens the form at this part. */
  onEdit: (group: LocationGroup) => void
}

/** Every field of the entity that was sent to this person, by what it is about; then its uptime, its usage, and who changed it. */
export function LocationInfo({ location, onEdit }: LocationInfoProps) {
  const permissions = useUser(({ userPermissions }) => userPermissions)
  const writable = writableGroups(writableFields(permissions, location))
  const format = useFormat()
  const hasStatistics = useCanCall(locationStatistics)
  const hasUptime = useCanCall(locationUptime)
  const hasEvents = useCanCall(listLocationEvents)
  const shown = keysOf(locationGroups).flatMap((group) => {
    const items = groupItems(group, location, format)
    return items.length === 0 ? [] : [{ group, items }]
  })
  const cardOf = ({ group, items }: (typeof shown)[number]) => (
    <Group key={group} group={group} onEdit={writable.includes(group) ? onEdit : undefined}>
      {group === 'place' && <LocationPlace location={location} />}
      <KeyValueGrid items={items} labelWidth={132} />
    </Group>
  )
  return (
    <>
      <div className={classes.info}>
        {shown.filter(({ group }) => group !== 'place').map(cardOf)}
        <Card title={t('Dates and IDs')}>
          <Dates location={location} />
        </Card>
        {shown.filter(({ group }) => group === 'place').map(cardOf)}
      </div>
      {hasUptime && <LocationUptime location={location} />}
      {hasStatistics && (
        <section className={classes.below}>
          <SectionHead title={t('Usage')} />
          <LocationStatistics locationId={location.id} />
        </section>
      )}
      {hasEvents && (
        <section className={classes.below}>
          <SectionHead title={t('Changes')} detail={t('to fields, status and message, last 12 months')} />
          <LocationChanges locationId={location.id} />
        </section>
      )}
    </>
  )
}

function Group({
  group,
  onEdit,
  children,
}: {
  group: LocationGroup
  onEdit: LocationInfoProps['onEdit'] | undefined
  children: ReactNode
}) {
  const title = t(locationGroups[group].title)
  const edit = onEdit && (
    <ActionIcon
      variant="subtle"
      aria-label={t('Edit {{part}}', { part: title.toLowerCase() })}
      onClick={() => onEdit(group)}
    >
      <IconPencil size={15} aria-hidden />
    </ActionIcon>
  )
  return (
    <Card title={title} action={edit}>
      {children}
    </Card>
  )
}

function Dates({ location: { id, created_at, updated_at, launched_at, version } }: { location: Location }) {
  const { dateTime } = useFormat()
  const time = (at: string) => <time dateTime={at}>{dateTime(at)}</time>
  return (
    <KeyValueGrid
      labelWidth={132}
      items={[
        { label: t('Created'), value: time(created_at) },
        { label: t('Updated'), value: time(updated_at) },
        { label: t('Launched'), value: launched_at && time(launched_at) },
        { label: t('ID'), value: <CopyableId id={id} isMono /> },
        { label: t('Version'), value: version },
      ]}
    />
  )
}
