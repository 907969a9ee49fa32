import { NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { useField, useForm } from './form-state.ts'
import classes from './form.module.css'
import { coordinatesIn, type Point } from './map-point.ts'
import { t } from '../base/translate.ts'

type MapPointFieldProps = Omit<FieldProps, 'name' | 'placeholder'> & {
  names: readonly [latitude: string, longitude: string]
  /** The map, when there is one: `(props) => <MapPointPicker {...props} />`. The two numbers do without. */
  map?: (props: { label: string; value: Point | null; onChange(at: Point): void }) => ReactNode
}

/** Six decimals are a hand's breadth. */
const decimals = 6
const rounded = (degrees: number): number => Number(degrees.toFixed(decimals))

/** A place on the ground: by map, by two numbers, or by a pair pasted into either ("59.44, 24.74"). */
export function MapPointField({ names, label, help, map, isDisabled }: MapPointFieldProps) {
  const [latitudeName, longitudeName] = names
  const form = useForm()
  const latitude = useField<unknown>({ name: latitudeName, label: t('Latitude') })
  const longitude = useField<unknown>({ name: longitudeName, label: t('Longitude') })
  const set = (at: Point): void =>
    form.set({ [latitudeName]: rounded(at.latitude), [longitudeName]: rounded(at.longitude) })
  const value =
    typeof latitude.value === 'number' && typeof longitude.value === 'number'
      ? { latitude: latitude.value, longitude: longitude.value }
      : null
  const isOff = isDisabled === true || latitude.isBusy
  return (
    <FieldFrame
      id={`${latitude.id}-point`}
      label={label}
      help={help}
      error={latitude.error ?? longitude.error}
      isOptional={form.isOptional?.(latitudeName, longitudeName)}
      isGroup
    >
      <div className={classes.point}>
        {!isOff && map?.({ label, value, onChange: set })}
        <div className={classes.coordinates}>
          <Degrees field={latitude} label={t('Latitude')} most={90} isOff={isOff} onPair={set} />
          <Degrees field={longitude} label={t('Longitude')} most={180} isOff={isOff} onPair={set} />
        </div>
      </div>
    </FieldFrame>
  )
}

type DegreesProps = {
  field: { id: string; value: unknown; error: string | undefined; set(value: unknown): void; onBlur(): void }
  label: string
  most: number
  isOff: boolean
  onPair: (at: Point) => void
}

const Degrees = ({ field, label, most, isOff, onPair }: DegreesProps) => (
  <NumberInput
    id={field.id}
    label={label}
    classNames={{ root: classes.number }}
    hideControls
    min={-most}
    max={most}
    clampBehavior="none"
    decimalScale={decimals}
    inputMode="decimal"
    value={typeof field.value === 'number' ? field.value : ''}
    error={field.error !== undefined}
    disabled={isOff}
    onChange={(typed) => field.set(typed === '' || typed === '-' ? null : Number(typed))}
    onPaste={(event) => {
      const pair = coordinatesIn(event.clipboardData.getData('text'))
      if (pair === null) return
      event.preventDefault()
      onPair(pair)
    }}
    onBlur={field.onBlur}
  />
)
