import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { read } from '../../api/api.ts'
import { useCanCall } from '../../session/can.ts'
import { deviceChoices } from './device-labels.ts'
import { t } from '../../i18n/i18n.ts'
import { useClock } from '../../ui/base/clock.ts'
import { DockPlan } from '../../ui/docks/dock-plan.tsx'
import { listed } from '../../ui/form/choice-fields.tsx'
import type { FieldProps } from '../../ui/form/field-frame.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { SearchPicker } from '../../ui/form/search-picker.tsx'
import { dockRows } from './device-styles.ts'
import classes from './devices.module.css'

type DeviceFieldProps = FieldProps & {
  locationId: string
  isMany?: boolean
  /** Which of them may be chosen; all without it. */
  fits?: (device: Device) => boolean
  /** Dim beside the name, and found by; the alias without it. */
  detailOf?: (device: Device) => string
  /** The location may change while devices are chosen: their names begin with its code. */
  isAcrossLocations?: boolean
}

const aliasOf = ({ alias }: Device): string => alias ?? ''

/** A field of a form: the devices of one location in their physical order. Its value is an id, or with `isMany` a list of ids. */
export function DeviceField({
  locationId,
  isMany = false,
  fits = () => true,
  detailOf = aliasOf,
  isAcrossLocations = false,
  ...field
}: DeviceFieldProps) {
  // Without a location nothing can be chosen, but what is chosen can be removed.
  const isEmpty = listed(useForm().values[field.name]).length === 0
  const may = useCanCall(listLocationDevices)
  const isAsked = may && locationId !== ''
  const [text, setText] = useState('')
  const { data = [], isLoading } = useQuery({
    ...read(listLocationDevices, { params: { location_id: locationId || 'none' } }),
    enabled: isAsked,
  })
  const { all, found } = deviceChoices(data.filter(fits), text, { detailOf, isAcrossLocations })
  return (
    <SearchPicker
      {...field}
      placeholder={field.placeholder ?? (locationId === '' ? t('Choose a location first') : t('Number or alias'))}
      help={may ? field.help : t('You have no permission to see devices')}
      isDisabled={field.isDisabled === true || !may || (locationId === '' && isEmpty)}
      isMany={isMany}
      found={found}
      chosen={all}
      isLoading={isLoading}
      onSearch={setText}
    />
  )
}

const minuteMs = 60_000
/** A plan of a few hundred tiles is no help in a form: there one types the number. */
const planAtMost = 80

/** Devices of a location, tapped on the dock plan or found by number in the list below it. The value is a list of ids. */
export function DevicePlanField({ locationId, ...field }: FieldProps & { locationId: string }) {
  const form = useForm()
  const may = useCanCall(listLocationDevices)
  const now = useClock(minuteMs, (at) => at - (at % minuteMs))
  const { data = [] } = useQuery({
    ...read(listLocationDevices, { params: { location_id: locationId } }),
    enabled: may,
  })
  const chosen = new Set(listed(form.values[field.name]))
  const toggle = (id: string): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    form.set({ [field.name]: [...next] })
  }
  const hasPlan = data.length > 0 && data.length <= planAtMost
  return (
    <>
      <DeviceField {...field} locationId={locationId} isMany />
      {hasPlan && (
        <div className={classes.planPicker} role="group" aria-label={t('Dock plan')}>
          <DockPlan rows={dockRows(data, usualHours, now)} selected={chosen} onOpen={toggle} onToggle={toggle} />
        </div>
      )}
    </>
  )
}

/** The colours of the tiles only orient here. */
const usualHours = { bubble_orange_hours: 24, bubble_red_hours: 72 }
