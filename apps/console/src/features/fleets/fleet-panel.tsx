import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { getFleet, updateFleet } from '@wheelhouse/contract/fleets/fleets.ts'
import type { RentalFleet } from '@wheelhouse/contract/fleets/fleets.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { ThingPanel } from '../../live/thing-panel.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { Link } from '../../ui/details/link.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { PanelSection, SidePanel } from '../../ui/dialogs/side-panel.tsx'
import type { MapPoint, MapShape } from '../../ui/map/map-points.ts'
import { MapView } from '../../ui/map/map-view.tsx'
import { OrganizationLink } from '../organizations/organization-link.tsx'
import { areaWords } from './fleet-columns.tsx'
import { EditFleetDialog } from './fleet-dialog.tsx'
import { vehicleKindLabels } from './fleet-labels.ts'
import classes from './fleets.module.css'

interface OpenFleetProps {
  id: string
  isEdited: boolean
  /** Events belong to another feature: the application puts them in. */
  history: ((id: string) => ReactNode) | undefined
  onEdit: (isEdited: boolean) => void
  onClose: () => void
}

/** The fleet that the address names: read, or edited. */
export function OpenFleet({ id, isEdited, history, onEdit, onClose }: OpenFleetProps) {
  const fleet = useLive(getFleet, { params: { fleet_id: id } }, { isQuiet: true })
  const mayUpdate = useCanCall(updateFleet)
  return (
    <ThingPanel
      query={fleet}
      failed={getFleet.says.failed}
      missing={notFoundText(t('fleet'))}
      title={t('Fleet')}
      onClose={onClose}
    >
      {(found) => (
        <>
          <SidePanel
            onClose={onClose}
            title={found.name}
            actions={mayUpdate ? <Edit onEdit={() => onEdit(true)} /> : undefined}
          >
            <FleetFacts fleet={found} history={history} />
          </SidePanel>
          {isEdited && mayUpdate && <EditFleetDialog fleet={found} onClose={() => onEdit(false)} />}
        </>
      )}
    </ThingPanel>
  )
}

const Edit = ({ onEdit }: { onEdit: () => void }) => (
  <Button leftSection={<IconPencil size={15} />} onClick={onEdit}>
    {t('Edit')}
  </Button>
)

function FleetFacts({ fleet, history }: { fleet: RentalFleet } & Pick<OpenFleetProps, 'history'>) {
  const { number } = useFormat()
  const { organization_id: organizationId, organization_name } = fleet
  const vehicles =
    fleet.vehicles === 1 ? t('1 rental device') : t('{{count}} rental devices', { count: number(fleet.vehicles) })
  return (
    <>
      {fleet.description !== '' && <p className={classes.description}>{fleet.description}</p>}
      <KeyValueGrid
        items={[
          { label: t('Rental devices'), value: <Link href={`/rentals?fleet_id=${fleet.id}`}>{vehicles}</Link> },
          { label: t('Vehicle type'), value: t(vehicleKindLabels[fleet.vehicle_kind]) },
          { label: t('Available'), value: number(fleet.available) },
          { label: t('On trip'), value: number(fleet.on_trip) },
          {
            label: t('Organization'),
            value: organizationId && <OrganizationLink id={organizationId} name={organization_name ?? ''} />,
          },
          {
            label: t('Rental bubble'),
            value: t('orange after {{orange}} h, red after {{red}} h', {
              orange: fleet.ride_orange_hours,
              red: fleet.ride_red_hours,
            }),
          },
          { label: t('Time zone'), value: fleet.time_zone },
          { label: t('Area'), value: areaWords(fleet) },
          { label: t('ID'), value: <CopyableId id={fleet.id} isMono /> },
          {
            label: t('Updated'),
            value: <RelativeTime at={fleet.updated_at} />,
          },
        ]}
      />
      {fleet.area.length > 0 && <AreaMap fleet={fleet} />}
      {history && <PanelSection title={t('Event history')}>{history(fleet.id)}</PanelSection>}
    </>
  )
}

const noPoints: readonly MapPoint[] = []

function AreaMap({ fleet: { id, name, area } }: { fleet: RentalFleet }) {
  const shapes = useMemo((): MapShape[] => [{ kind: 'area', points: area }], [area])
  return (
    <div className={classes.panelMap}>
      <MapView
        label={t('Map of {{label}}', { label: name })}
        points={noPoints}
        shapes={shapes}
        fitKey={id}
        isCooperative
        insteadOfMap={t('The number of corners is shown above.')}
      />
    </div>
  )
}
