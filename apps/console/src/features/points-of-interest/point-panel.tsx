import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import {
  deletePointOfInterest,
  getPointOfInterest,
  pointFieldLabels,
  updatePointOfInterest,
} from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { PointField, PointOfInterest } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { isNotFound } from '../../http/api-error.ts'
import { ThingPanel } from '../../live/thing-panel.tsx'
import { useCanCall } from '../../session/can.ts'
import { fieldItems } from '../../i18n/field-values.tsx'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { useLive } from '../../live/use-live.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { coordinatesLabel, coordinatesText } from '../../ui/map/map-points.ts'
import { canShowStreets } from '../../ui/basemap/map-sources.ts'
import { MapView } from '../../ui/map/map-view.tsx'
import { OpenInMaps } from '../../ui/map/open-in-maps.tsx'
import { PanelSection, SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { OrganizationLink } from '../organizations/organization-link.tsx'
import { Level, Type } from './point-columns.tsx'
import { EditPointDialog } from './point-dialog.tsx'
import { levelLabels } from './point-labels.ts'
import classes from './points-of-interest.module.css'

interface OpenPointProps {
  id: string
  isEdited: boolean
  /** Events belong to another feature: the application puts them in. */
  history: ((id: string) => ReactNode) | undefined
  onEdit: (isEdited: boolean) => void
  onClose: () => void
}

/** The point that the address names, from wherever it was opened: read, or edited. */
export function OpenPoint({ id, isEdited, onEdit, onClose, ...props }: OpenPointProps) {
  const params = { point_id: id }
  const point = useLive(getPointOfInterest, { params }, { isQuiet: true })
  const mayUpdate = useCanCall(updatePointOfInterest)
  // A point that is deleted while the panel is open stays visible with a notice.
  const isGone = isNotFound(point.error)
  return (
    <ThingPanel
      query={point}
      failed={getPointOfInterest.says.failed}
      missing={notFoundText(t('point of interest'))}
      isGoneSaid
      title={t('Point of interest')}
      onClose={onClose}
    >
      {(found) => (
        <>
          <PointPanel
            {...props}
            point={found}
            isGone={isGone}
            onEdit={mayUpdate ? () => onEdit(true) : undefined}
            onClose={onClose}
          />
          {isEdited && mayUpdate && <EditPointDialog point={found} onClose={() => onEdit(false)} />}
        </>
      )}
    </ThingPanel>
  )
}

/** What the panel draws itself; it shows every other field below its label. */
const drawnFields: readonly PointField[] = [
  'label',
  'type',
  'icon_type',
  'access_level',
  'latitude',
  'longitude',
  'description',
  'external_id',
  'location_id',
]

interface PointPanelProps extends Pick<OpenPointProps, 'history' | 'onClose'> {
  point: PointOfInterest
  isGone: boolean
  onEdit: (() => void) | undefined
}

function PointPanel({ point, isGone, history, onEdit, onClose }: PointPanelProps) {
  const {
    location_id: locationId,
    location_label,
    location_code,
    organization_id: organizationId,
    organization_name,
  } = point
  return (
    <SidePanel
      onClose={onClose}
      title={point.label}
      trailing={<Level access_level={point.access_level} />}
      actions={<Actions point={point} onEdit={onEdit} onDeleted={onClose} />}
    >
      {isGone && (
        <p className={classes.gone} role="status">
          {t('This point of interest was deleted.')}
        </p>
      )}
      {point.description !== '' && <p className={classes.description}>{point.description}</p>}
      <KeyValueGrid
        items={[
          { label: t('Type'), value: <Type type={point.type} icon_type={point.icon_type} /> },
          { label: t('Visible to'), value: t(levelLabels[point.access_level].means) },
          { label: t('Place'), value: <CopyableId id={coordinatesText(point)}>{coordinatesLabel(point)}</CopyableId> },
          {
            label: t('Location'),
            value: locationId && (
              <LocationLink id={locationId} label={location_label ?? ''} code={location_code ?? undefined} />
            ),
          },
          {
            label: t('Organization'),
            value: organizationId && <OrganizationLink id={organizationId} name={organization_name ?? ''} />,
          },
          {
            label: t(pointFieldLabels.external_id),
            value: point.external_id && <CopyableId id={point.external_id} />,
          },
          ...fieldItems(point, pointFieldLabels, drawnFields),
          { label: t('ID'), value: <CopyableId id={point.id} isMono /> },
          { label: t('Created'), value: <RelativeTime at={point.created_at} /> },
          { label: t('Updated'), value: <RelativeTime at={point.updated_at} /> },
        ]}
      />
      {canShowStreets() && <Where point={point} />}
      {history && <PanelSection title={t('Event history')}>{history(point.id)}</PanelSection>}
    </SidePanel>
  )
}

/** A map with this point only. Without a street map the point would float on an empty canvas, so nothing is drawn. */
function Where({ point: { id, icon_type: kind, latitude, longitude, label } }: { point: PointOfInterest }) {
  const points = useMemo(() => [{ id, kind, latitude, longitude, label }], [id, kind, latitude, longitude, label])
  return (
    <div className={classes.map}>
      <MapView
        label={t('Map of {{label}}', { label })}
        points={points}
        fitKey={`${latitude},${longitude}`}
        corner={<OpenInMaps at={{ latitude, longitude }} label={label} />}
        isCooperative
        insteadOfMap={t('The coordinates are shown above.')}
      />
    </div>
  )
}

interface ActionsProps {
  point: PointOfInterest
  onEdit: (() => void) | undefined
  onDeleted: () => void
}

const Actions = ({ point, onEdit, onDeleted }: ActionsProps) => (
  <>
    {onEdit && (
      <Button leftSection={<IconPencil size={15} />} onClick={onEdit}>
        {t('Edit')}
      </Button>
    )}
    <ActionButton
      route={deletePointOfInterest}
      input={{ params: { point_id: point.id }, version: point.version }}
      label={t('Delete')}
      icon={IconTrash}
      confirm={{
        title: t('Delete {{label}}?', { label: point.label }),
        children: t('The point disappears from the map and from every list. Its history stays in the audit log.'),
        isDanger: true,
        keepLabel: t('Keep on the map'),
      }}
      onDone={onDeleted}
    />
  </>
)
