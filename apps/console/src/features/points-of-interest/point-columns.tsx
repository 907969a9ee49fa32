import { pointExports, pointFieldLabels } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { PointOfInterest, PointPlace, points } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { Day } from '../../i18n/day-text.tsx'
import { t } from '../../i18n/i18n.ts'
import { withFieldColumns } from '../../lists/field-columns.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { IconText } from '../../ui/details/icon-text.tsx'
import { DimCell, NameCell, Nothing } from '../../ui/data-table/cells.tsx'
import { MapGlyph } from '../../ui/map/map-glyph.tsx'
import { coordinatesLabel, wordOfKind } from '../../ui/map/map-points.ts'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { OrganizationLink } from '../organizations/organization-link.tsx'
import { levelLabels, typeLabels } from './point-labels.ts'
import classes from './points-of-interest.module.css'

/** Glyph and word; the glyph is the one on the map. */
export const Type = ({ type, icon_type }: Pick<PointOfInterest, 'type' | 'icon_type'>) => (
  <span className={classes.glyphed}>
    <MapGlyph kind={icon_type} /> {t(typeLabels[type])}
  </span>
)

export function Level({ access_level }: Pick<PointOfInterest, 'access_level'>) {
  const { word, icon } = levelLabels[access_level]
  return (
    <IconText icon={icon} tone={access_level === 'internal' ? 'dim' : 'second'}>
      {t(word)}
    </IconText>
  )
}

const drawnColumns: readonly ListColumn<typeof points>[] = [
  {
    id: 'label',
    header: 'Label',
    cell: ({ label }) => <NameCell>{label}</NameCell>,
    width: 230,
    isGrowing: true,
    pin: 'start',
    isHideable: false,
    isLink: true,
    watch: ({ label }) => label,
  },
  { id: 'type', header: 'Type', cell: Type, width: 150, watch: ({ type }) => type },
  {
    id: 'access_level',
    header: 'Access',
    cell: Level,
    width: 100,
    watch: ({ access_level }) => access_level,
  },
  {
    id: 'location_label',
    header: 'Location',
    cell: ({ location_id: id, location_code, location_label: label }) =>
      id === null || label === null ? (
        <Nothing />
      ) : (
        <LocationLink id={id} label={label} code={location_code ?? undefined} />
      ),
    width: 230,
    exports: ['location_code', 'location_label'],
  },
  {
    id: 'external_id',
    header: 'External ID',
    cell: ({ external_id }) => <DimCell>{external_id}</DimCell>,
    width: 110,
  },
  {
    id: 'place',
    header: 'Place',
    cell: (point) => <span className={classes.place}>{coordinatesLabel(point)}</span>,
    width: 200,
    exports: ['latitude', 'longitude'],
  },
  {
    id: 'organization_name',
    header: 'Organization',
    cell: ({ organization_id: id, organization_name: name }) =>
      id === null || name === null ? <Nothing /> : <OrganizationLink id={id} name={name} />,
    width: 180,
  },
  { id: 'description', header: 'Description', cell: ({ description }) => <DimCell>{description}</DimCell>, width: 260 },
  {
    id: 'icon_type',
    header: 'Icon',
    cell: ({ icon_type }) => t(wordOfKind[icon_type]),
    width: 90,
    isHiddenAtFirst: true,
  },
  {
    id: 'created_at',
    header: 'Created',
    cell: ({ created_at }) => <Day at={created_at} />,
    width: 110,
    isHiddenAtFirst: true,
  },
  {
    id: 'updated_at',
    header: 'Updated',
    cell: ({ updated_at }) => <Day at={updated_at} />,
    width: 110,
  },
  {
    id: 'id',
    header: 'ID',
    cell: ({ id }) => <CopyableId id={id} isMono />,
    width: 290,
    isHiddenAtFirst: true,
  },
]

export const pointColumns = withFieldColumns(drawnColumns, pointExports, pointFieldLabels)

export const PointCard = ({ point }: { point: PointOfInterest }) => (
  <RowCard
    title={point.label}
    trailing={<Level access_level={point.access_level} />}
    facts={<Type type={point.type} icon_type={point.icon_type} />}
  >
    {[point.location_label, point.external_id].filter(Boolean).join(' · ') || undefined}
  </RowCard>
)

/** A line beside the map, and the card on it. */
export const PointLine = ({ point }: { point: PointPlace }) => (
  <span className={classes.line}>
    <strong>{point.label}</strong>
    <span>
      <Type {...point} />
      <Level {...point} />
    </span>
  </span>
)
