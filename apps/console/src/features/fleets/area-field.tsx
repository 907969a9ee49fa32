import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconTrash, IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Corner } from '@wheelhouse/contract/fleets/area.ts'
import { cornersAtMost } from '@wheelhouse/contract/fleets/area.ts'
import { t } from '../../i18n/i18n.ts'
import { FieldFrame } from '../../ui/form/field-frame.tsx'
import { useField } from '../../ui/form/form-state.ts'
import { coordinatesLabel, coordinatesText } from '../../ui/map/map-points.ts'
import type { Coordinates, MapPoint, MapShape } from '../../ui/map/map-points.ts'
import { MapView } from '../../ui/map/map-view.tsx'
import classes from './fleets.module.css'

const isCorner = (value: unknown): value is Corner =>
  typeof value === 'object' && value !== null && 'latitude' in value && 'longitude' in value
const cornersIn = (value: unknown): readonly Corner[] => (Array.isArray(value) ? value.filter(isCorner) : [])

/** The polygon of a fleet: each click on the map, or Enter under its cross, adds a corner. */
export function AreaField() {
  const { id, value, error, isBusy, isOptional, set } = useField<unknown>({
    name: 'area',
    label: t('Area'),
    show: (shown) => cornersText(cornersIn(shown).length),
  })
  const corners = cornersIn(value)
  const add = ({ latitude, longitude }: Coordinates): void =>
    corners.length < cornersAtMost ? set([...corners, { latitude, longitude }]) : undefined
  return (
    <FieldFrame
      id={id}
      label={t('Area')}
      help={t('Click each corner on the map. Leave empty to let rentals end anywhere.')}
      error={error}
      isOptional={isOptional}
      isGroup
    >
      <AreaMap corners={corners} onAdd={isBusy ? undefined : add} />
      <div className={classes.areaFoot}>
        <span role="status">{cornersText(corners.length)}</span>
        <Button
          size="xs"
          disabled={corners.length === 0}
          leftSection={<IconArrowBackUp size={14} />}
          onClick={() => set(corners.slice(0, -1))}
        >
          {t('Remove last corner')}
        </Button>
        <Button size="xs" disabled={corners.length === 0} leftSection={<IconTrash size={14} />} onClick={() => set([])}>
          {t('Remove all')}
        </Button>
      </div>
      <CornerList corners={corners} onRemove={(at) => set(corners.filter((_, index) => index !== at))} />
    </FieldFrame>
  )
}

function AreaMap({ corners, onAdd }: { corners: readonly Corner[]; onAdd: ((at: Coordinates) => void) | undefined }) {
  const points = useMemo(
    () => corners.map((corner, index): MapPoint => ({ ...corner, id: String(index), kind: 'planned' })),
    [corners],
  )
  const shapes = useMemo((): MapShape[] => [{ kind: 'area', points: corners }], [corners])
  return (
    <div className={classes.areaMap}>
      <MapView
        label={t('Map of the area')}
        points={points}
        shapes={shapes}
        place={onAdd && { value: null, onPlace: onAdd }}
        fitKey="area"
        isCooperative
        insteadOfMap={t('This browser cannot show maps, so the area cannot be changed here.')}
      />
    </div>
  )
}

const CornerList = ({ corners, onRemove }: { corners: readonly Corner[]; onRemove: (at: number) => void }) =>
  corners.length === 0 ? null : (
    <ol className={classes.corners} aria-label={t('Corners of the area')}>
      {corners.map((corner, index) => (
        <li key={`${index} ${coordinatesText(corner)}`}>
          <span>{coordinatesLabel(corner)}</span>
          <ActionIcon
            size="sm"
            variant="subtle"
            aria-label={t('Remove corner {{number}}', { number: index + 1 })}
            onClick={() => onRemove(index)}
          >
            <IconX size={14} />
          </ActionIcon>
        </li>
      ))}
    </ol>
  )

const cornersText = (count: number): string => (count === 1 ? t('1 corner') : t('{{count}} corners', { count }))
