import { Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ComparedValue } from '@wheelhouse/contract/hardware-config/config-comparison.ts'
import {
  configReadings,
  fetchConfigs,
  getHardwareConfig,
} from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { listHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import type { PlacedHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { listTemplates } from '@wheelhouse/contract/templates/templates.ts'
import { read, useWrite } from '../../api/api.ts'
import { useMayDo } from '../../forms/action-button.tsx'
import { hardwareId, useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { useMoment } from '../../ui/base/clock.ts'
import { deviceName, deviceTypeWord } from '../devices/device-labels.ts'
import { fetchDeadline, fetchTrouble, isFetchOpen } from './config-sentences.ts'
import classes from './compare.module.css'

/** What is compared: values with the name of their column. */
export interface Side {
  /** Changes when the values do. */
  id: string
  name: string
  firmware_name: string | null
  params: readonly ComparedValue[]
}

/** Passes what a picker has loaded to the comparison. */
function useSide(side: Side | null, onSide: (side: Side | null) => void): void {
  const report = useEffectEvent(() => onSide(side))
  const id = side?.id ?? null
  const name = side?.name ?? null
  useEffect(() => report(), [id, name])
}

const pauseMs = 200
const shown = 20
const placeOf = ({ location_code, device_number: number, rental_code, type }: PlacedHardware): string =>
  number === null
    ? `${rental_code ?? t('In stock')}, ${deviceTypeWord(type)}`
    : `${location_code ?? ''} ${deviceName({ type, number })}`
const labelOf = (piece: PlacedHardware): string => `${placeOf(piece)}, ${hardwareId(piece.id)}`

interface HardwareSideProps {
  label: string
  id: string | undefined
  /** Undefined: the newest one. */
  readingId: string | undefined
  onChoose: (id: string) => void
  onSide: (side: Side | null) => void
}

/** Hardware, found by its id, its mesh or its location, with its newest reading or an earlier one. */
export function HardwareSide({ label, id, readingId, onChoose, onSide }: HardwareSideProps) {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), pauseMs)
  const query = { limit: shown, q: asked || id }
  const { data } = useQuery({ ...read(listHardware, { query }, { isQuiet: true }), placeholderData: keepPreviousData })
  const pieces = data?.items ?? []
  const chosen = pieces.find((piece) => piece.id === id)
  return (
    <>
      <Select
        label={label}
        placeholder={t('Location, mesh or ID')}
        data={pieces.map((piece) => ({ value: piece.id, label: labelOf(piece) }))}
        filter={({ options }) => options}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('Nothing matches')}
        value={id ?? null}
        onSearchChange={(next) => setText(pieces.some((piece) => labelOf(piece) === next) ? '' : next)}
        onChange={(next) => next !== null && onChoose(next)}
      />
      {id !== undefined && (
        <Values id={id} name={chosen ? placeOf(chosen) : hardwareId(id)} readingId={readingId} onSide={onSide} />
      )}
    </>
  )
}

interface ValuesProps {
  id: string
  name: string
  readingId: string | undefined
  onSide: (side: Side | null) => void
}

const pollMs = 2_000

function Values({ id, name, readingId, onSide }: ValuesProps) {
  const { dateTime } = useFormat()
  const { data } = useLive(
    getHardwareConfig,
    { params: { hardware_id: id } },
    {
      isQuiet: true,
      refetchInterval: ({ state }) => (state.data?.fetch?.status === 'in_progress' ? pollMs : false),
    },
  )
  const { data: readings } = useLive(
    configReadings,
    { params: { hardware_id: id } },
    { isQuiet: true, enabled: readingId !== undefined },
  )
  const fetch = useWrite(fetchConfigs)
  const mayFetch = useMayDo(fetchConfigs)
  const earlier = readings?.find((reading) => reading.id === readingId)
  const reading = readingId === undefined ? (data?.reading ?? null) : (earlier ?? null)
  const firmware_name = data?.firmware_name ?? null
  useSide(reading && { id: `${reading.id} ${firmware_name}`, name, firmware_name, params: reading.params }, onSide)
  const lastFetch = data?.fetch ?? null
  const now = useMoment(fetchDeadline(lastFetch))
  const trouble = fetchTrouble(lastFetch, now)
  const isRunning = fetch.isPending || isFetchOpen(lastFetch, now)
  return (
    <div className={classes.standing}>
      <span>
        {reading === null
          ? t('The configuration was never read')
          : t('Read {{time}}', { time: dateTime(reading.confirmed_at) })}
        {trouble !== null && `. ${trouble}`}
      </span>
      {mayFetch && (
        <Button
          size="xs"
          leftSection={<IconDownload size={14} />}
          loading={isRunning}
          onClick={() => fetch.mutate({ body: { hardware_ids: [id] } })}
        >
          {t('Fetch settings')}
        </Button>
      )}
    </div>
  )
}

interface TemplateSideProps {
  id: string | undefined
  /** Of the left side: its templates come first. */
  firmwareName: string | null
  onChoose: (id: string) => void
  onSide: (side: Side | null) => void
}

const templatesShown = 200

export function TemplateSide({ id, firmwareName, onChoose, onSide }: TemplateSideProps) {
  const { data } = useLive(listTemplates, { query: { limit: templatesShown, sort: 'name' } }, { isQuiet: true })
  const templates = data?.items ?? []
  const [fitting, others] = [
    templates.filter((one) => one.firmware_name === firmwareName),
    templates.filter((one) => one.firmware_name !== firmwareName),
  ]
  const template = templates.find((one) => one.id === id)
  useSide(
    template
      ? {
          id: `${template.id} ${template.version}`,
          name: template.name,
          firmware_name: template.firmware_name,
          params: template.params,
        }
      : null,
    onSide,
  )
  return (
    <Select
      label={t('Template')}
      placeholder={t('Choose a template')}
      data={[...fitting, ...others].map(({ id: value, name, firmware_name }) => ({
        value,
        label: `${name}, ${firmware_name}`,
      }))}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('No templates yet')}
      value={id ?? null}
      onChange={(next) => next !== null && onChoose(next)}
    />
  )
}

interface ReadingSideProps {
  hardwareId: string | undefined
  readingId: string | undefined
  onChoose: (id: string) => void
  onSide: (side: Side | null) => void
}

/** The same hardware at an earlier time: each reading that differed from the one before. */
export const ReadingSide = ({ hardwareId: id, ...choice }: ReadingSideProps) =>
  id === undefined ? (
    <Select label={t('Earlier reading')} placeholder={t('Choose the hardware first')} data={[]} disabled />
  ) : (
    <Readings id={id} {...choice} />
  )

function Readings({ id, readingId, onChoose, onSide }: Omit<ReadingSideProps, 'hardwareId'> & { id: string }) {
  const { dateTime } = useFormat()
  const params = { hardware_id: id }
  const { data } = useLive(configReadings, { params }, { isQuiet: true })
  const { data: config } = useLive(getHardwareConfig, { params }, { isQuiet: true })
  const readings = data ?? []
  const reading = readings.find((one) => one.id === readingId)
  const firmware_name = config?.firmware_name ?? null
  useSide(
    reading
      ? { id: `${reading.id} ${firmware_name}`, name: dateTime(reading.read_at), firmware_name, params: reading.params }
      : null,
    onSide,
  )
  return (
    <Select
      label={t('Earlier reading')}
      description={
        data !== undefined && readings.length < 2
          ? t('There are no earlier readings: the values have not changed since the first one.')
          : undefined
      }
      placeholder={t('Choose a time')}
      data={readings.map((one) => ({ value: one.id, label: `${dateTime(one.read_at)}, ${one.config_hash}` }))}
      allowDeselect={false}
      value={readingId ?? null}
      onChange={(next) => next !== null && onChoose(next)}
    />
  )
}
