import { ActionIcon, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconScan } from '@tabler/icons-react'
import { useState } from 'react'
import { codeOf } from '@wheelhouse/contract/deep-link/deep-link.ts'
import type { DeviceType } from '@wheelhouse/contract/devices/devices.ts'
import { listUnassignedHardware } from '@wheelhouse/contract/hardware/hardware.ts'
import { hardwareIdIn, normalizedHardwareId } from '@wheelhouse/contract/hardware/hardware-ids.ts'
import type { Hardware } from '@wheelhouse/contract/hardware/hardware.ts'
import { read } from '../../api/api.ts'
import { useCanCall } from '../../session/can.ts'
import { hardwareId } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Scanner } from '../qr-sheets/code-picker.tsx'
import { framed } from '../../ui/form/field-frame.tsx'
import { useField } from '../../ui/form/form-state.ts'
import { Heard } from './hardware-columns.tsx'
import classes from './hardware.module.css'

interface StockFieldProps {
  name: string
  label: string
  /** Only this type fits. */
  type: DeviceType
}

/** Takes a typed, pasted or scanned id. Below it, one tap chooses a piece of hardware from the stock. */
export function StockField({ name, label, type }: StockFieldProps) {
  const { id, value, error, isBusy, set, onBlur } = useField<unknown>({ name, label })
  const [isScanning, setScanning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const text = typeof value === 'string' ? value : ''
  const scanned = (read: string): boolean => {
    const found = hardwareOf(read)
    setProblem(found === null ? t('Invalid Hardware ID') : null)
    if (found === null) return false
    set(hardwareId(found))
    setScanning(false)
    return true
  }
  return (
    <>
      <TextInput
        {...framed({ id, label, error, help: t('As printed on the label: 12 to 32 characters, 0–9 and A–F.') })}
        classNames={{ input: 'mono' }}
        placeholder="A4C1 38F0 9E00 …"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={text}
        disabled={isBusy}
        onChange={(event) => set(event.currentTarget.value)}
        onBlur={onBlur}
        rightSection={
          <ActionIcon
            variant="subtle"
            aria-label={t('Scan the hardware')}
            aria-pressed={isScanning}
            onClick={() => setScanning(!isScanning)}
          >
            <IconScan size={16} />
          </ActionIcon>
        }
      />
      {isScanning && <Scanner onRead={scanned} problem={problem} />}
      <Stock type={type} text={text} isBusy={isBusy} onPick={(hardware) => set(hardwareId(hardware.id))} />
    </>
  )
}

/** The bare id, or an address that carries it. */
export const hardwareOf = (read: string): string | null => hardwareIdIn(codeOf(read) ?? '')

const shown = 6

interface StockProps {
  type: DeviceType
  text: string
  isBusy: boolean
  onPick: (hardware: Hardware) => void
}

function Stock({ type, text, isBusy, onPick }: StockProps) {
  const may = useCanCall(listUnassignedHardware)
  const [asked] = useDebouncedValue(text.trim(), 200)
  const query = { type: [type], limit: shown, ...(asked === '' ? {} : { q: asked }) }
  const { data, error } = useQuery({
    ...read(listUnassignedHardware, { query }),
    enabled: may,
    // A piece that was chosen by the keyboard keeps the focus while the list of its id is read.
    placeholderData: keepPreviousData,
  })
  const found = data?.items.length ?? 0
  const [most, setMost] = useState(found)
  if (found > most) setMost(found)
  if (!may || data === undefined)
    return error === null ? null : <p className={classes.none}>{listUnassignedHardware.says.failed}</p>
  const picked = normalizedHardwareId(text)
  return (
    <div className={classes.stock} role="group" aria-label={t('In stock')}>
      <span className={classes.stockHead}>
        {t('In stock')} <span>{data.total_is_exact ? data.total : `${data.total}+`}</span>
      </span>
      {/* As high as it ever was: the buttons below do not move away from under the finger while one types. */}
      <div className={classes.pieces} style={{ '--most': most }}>
        {data.items.map((hardware) => (
          <button
            key={hardware.id}
            type="button"
            className={classes.piece}
            aria-pressed={hardware.id === picked}
            disabled={isBusy}
            onClick={() => onPick(hardware)}
          >
            <span className="mono">{hardwareId(hardware.id)}</span>
            <Heard {...hardware} />
            <span className={classes.second}>
              {[hardware.firmware_version, hardware.comment].filter(Boolean).join(' · ')}
            </span>
          </button>
        ))}
        {data.items.length === 0 && (
          <p className={classes.none}>
            {asked === '' ? t('No matching hardware in stock.') : t('No hardware in stock matches.')}
          </p>
        )}
      </div>
    </div>
  )
}
