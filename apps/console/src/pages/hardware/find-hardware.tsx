import { Button } from '@mantine/core'
import { IconScan, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { getHardware } from '@wheelhouse/contract/hardware/hardware.ts'
import { hardwareIdIn } from '@wheelhouse/contract/hardware/hardware-ids.ts'
import { hardwareOf } from '../../features/hardware/stock-field.tsx'
import { Scanner } from '../../features/qr-sheets/code-picker.tsx'
import { call } from '../../api/api.ts'
import { ApiError } from '../../http/api-error.ts'
import { failureText } from '../../shell/messages.ts'
import { useCanCall } from '../../session/can.ts'
import { hardwareId } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Page } from '../../ui/frame/page.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'
import { IdField } from './id-field.tsx'
import classes from './hardware-page.module.css'

/** Spec 5: find hardware needs a hardware ID. Typed, pasted or scanned, in groups or not. */
export function FindHardware({ onFound }: { onFound: (id: string) => void }) {
  const may = useCanCall(getHardware)
  return (
    <Page title={t('Find hardware')}>
      {may ? <Search onFound={onFound} /> : <NoPermission action="GET" resource="hardware" />}
    </Page>
  )
}

function Search({ onFound }: { onFound: (id: string) => void }) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isScanning, setScanning] = useState(false)
  const find = async (typed: string): Promise<void> => {
    const id = hardwareIdIn(typed)
    if (id === null) return setFault(t('Invalid Hardware ID'))
    setBusy(true)
    try {
      await call(getHardware, { params: { hardware_id: id } })
      onFound(id)
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.status === 404
      setFault(
        isUnknown
          ? t('No hardware has this ID. Check the label, or your permissions.')
          : failureText(getHardware.says.failed, error),
      )
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isBusy) void find(text)
  }
  const scanned = (read: string): boolean => {
    const id = hardwareOf(read)
    setFault(id === null ? t('Invalid Hardware ID') : null)
    if (id === null) return false
    setScanning(false)
    setText(hardwareId(id))
    void find(id)
    return true
  }
  return (
    <form className={classes.find} onSubmit={submit} noValidate>
      <IdField
        label={t('Hardware ID')}
        description={t('As printed on the label: 12 to 32 characters, 0–9 and A–F.')}
        placeholder="A4C1 38F0 9E00 …"
        value={text}
        error={fault}
        onChange={(typed) => {
          setText(typed)
          setFault(null)
        }}
      />
      <div className={classes.start}>
        <Button type="submit" variant="filled" loading={isBusy} leftSection={<IconSearch size={15} />}>
          {t('Find')}
        </Button>
        <Button leftSection={<IconScan size={15} />} onClick={() => setScanning(!isScanning)}>
          {isScanning ? t('Stop scanning') : t('Scan')}
        </Button>
      </div>
      {isScanning && <Scanner onRead={scanned} problem={fault} />}
    </form>
  )
}
