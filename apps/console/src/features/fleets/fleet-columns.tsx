import type { fleets, RentalFleet } from '@wheelhouse/contract/fleets/fleets.ts'
import { t } from '../../i18n/i18n.ts'
import { createdColumn, idColumn } from '../../lists/common-columns.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing, NumberCell, OfCell } from '../../ui/data-table/cells.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { OrganizationLink } from '../organizations/organization-link.tsx'
import { vehicleKindLabels } from './fleet-labels.ts'

const cornersText = (count: number): string => (count === 1 ? t('1 corner') : t('{{count}} corners', { count }))

export const areaWords = ({ area }: Pick<RentalFleet, 'area'>): string =>
  area.length === 0 ? t('No area: rentals may end anywhere') : cornersText(area.length)

export const fleetColumns: readonly ListColumn<typeof fleets>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <NameCell>{name}</NameCell>,
    width: 220,
    isGrowing: true,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
  {
    id: 'organization_name',
    header: 'Organization',
    cell: ({ organization_id: id, organization_name: name }) =>
      id === null || name === null ? <Nothing /> : <OrganizationLink id={id} name={name} />,
    width: 210,
  },
  {
    id: 'vehicle_kind',
    header: 'Vehicle type',
    cell: ({ vehicle_kind }) => <DimCell>{t(vehicleKindLabels[vehicle_kind])}</DimCell>,
    width: 140,
    isHiddenAtFirst: true,
  },
  {
    id: 'available',
    header: 'Available',
    align: 'end',
    cell: ({ available, vehicles }) => <OfCell part={available} of={vehicles} />,
    width: 100,
    watch: ({ available }) => available,
    exports: ['available', 'vehicles'],
  },
  {
    id: 'on_trip',
    header: 'On trip',
    align: 'end',
    cell: ({ on_trip }) => <NumberCell value={on_trip} />,
    width: 84,
    watch: ({ on_trip }) => on_trip,
  },
  { id: 'area', header: 'Area', cell: (fleet) => <DimCell>{areaWords(fleet)}</DimCell>, width: 210, exports: [] },
  { id: 'description', header: 'Description', cell: ({ description }) => <DimCell>{description}</DimCell>, width: 280 },
  {
    id: 'time_zone',
    header: 'Time zone',
    cell: ({ time_zone }) => <DimCell>{time_zone}</DimCell>,
    width: 140,
    isHiddenAtFirst: true,
  },
  createdColumn,
  idColumn,
]

/** A row on a phone. */
export const FleetCard = ({ fleet }: { fleet: RentalFleet }) => (
  <RowCard title={fleet.name} trailing={<OfCell part={fleet.available} of={fleet.vehicles} />}>
    {fleet.organization_name ?? undefined}
  </RowCard>
)
