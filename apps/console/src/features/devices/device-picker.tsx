import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { read } from '../../api/api.ts'
import { useCanCall } from '../../session/can.ts'
import { deviceName } from './device-labels.ts'
import { t } from '../../i18n/i18n.ts'
import type { FieldProps } from '../../ui/form/field-frame.tsx'
import { SearchPicker } from '../../ui/form/search-picker.tsx'

type DeviceFieldProps = FieldProps & {
  locationId: string
  isMany?: boolean
  /** Which of them may be chosen; all without it. */
  fits?: (device: Device) => boolean
  /** Dim beside the name, and found by; the alias without it. */
  detailOf?: (device: Device) => string
}

/** A hardware id is written in groups and typed without them. */
const squeezed = (text: string): string => text.toLowerCase().replaceAll(' ', '')
const aliasOf = ({ alias }: Device): string => alias ?? ''

/** A field of a form: the devices of one location in their physical order. Its value is an id, or with `isMany` a list of ids. */
export function DeviceField({ locationId, isMany = false, fits, detailOf = aliasOf, ...field }: DeviceFieldProps) {
  const may = useCanCall(listLocationDevices)
  const isAsked = may && locationId !== ''
  const [text, setText] = useState('')
  const { data = [], isLoading } = useQuery({
    ...read(listLocationDevices, { params: { location_id: locationId || 'none' } }),
    enabled: isAsked,
  })
  const options = data
    .filter((device) => fits === undefined || fits(device))
    .map((device) => ({ value: device.id, label: deviceName(device), detail: detailOf(device) }))
  const asked = squeezed(text)
  return (
    <SearchPicker
      {...field}
      placeholder={field.placeholder ?? (locationId === '' ? t('Choose a location first') : t('Number or alias'))}
      help={may ? field.help : t('You have no permission to see devices')}
      isDisabled={field.isDisabled === true || !isAsked}
      isMany={isMany}
      found={options.filter(({ label, detail }) => squeezed(`${label} ${detail}`).includes(asked))}
      chosen={options}
      isLoading={isLoading}
      onSearch={setText}
    />
  )
}
