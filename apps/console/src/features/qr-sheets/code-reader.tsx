import { Button, TextInput } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { ScannedQrCode } from '@wheelhouse/contract/devices/device-fields.ts'
import type { confirmQrCode, setQrCode } from '@wheelhouse/contract/devices/device-edit.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { useWrite } from '../../api/api.ts'
import { useChangedMeanwhile } from '../../forms/changed-meanwhile.tsx'
import { deviceFieldsShown, freshDevice } from '../devices/device-change-labels.ts'
import { t } from '../../i18n/i18n.ts'
import { failureText } from '../../shell/messages.ts'
import { Scanner } from './code-picker.tsx'
import { qrMustBeValid } from './qr-labels.ts'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import classes from './qr-sheets.module.css'

interface CodeReaderProps {
  route: typeof setQrCode | typeof confirmQrCode
  device: Device
  lead: string
  verb: string
  onEnd: () => void
}

/** A code by camera or by hand: a phone has the camera on at once. */
export function CodeReader({ route, device, lead, verb, onEnd }: CodeReaderProps) {
  const isPhone = usePhone()
  const [isScanning, setScanning] = useState(isPhone)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const write = useWrite(route, { isQuiet: true, onDone: onEnd })
  const [refused, setRefused] = useState<string | null>(null)
  const meanwhile = useChangedMeanwhile(device, () => freshDevice(device), deviceFieldsShown)
  const send = (code: string): void => {
    if (write.isPending) return
    setProblem(null)
    write.mutate(
      { params: { device_id: device.id }, body: { qr_code: code }, version: meanwhile.version },
      {
        onError: (error) => (
          setRefused(code),
          setProblem(failureText(route.says.failed, error)),
          meanwhile.onRefused(error)
        ),
      },
    )
  }
  const scanned = (read: string): boolean => {
    const code = ScannedQrCode.safeParse(read)
    if (!code.success) setProblem(qrMustBeValid())
    // The camera stays on until this is over; what was refused is still before it and is not sent again and again.
    else if (code.data !== refused) {
      setText(code.data)
      send(code.data)
    }
    return false
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setScanning(false)
    const code = ScannedQrCode.safeParse(text)
    if (code.success) send(code.data)
    else setProblem(qrMustBeValid())
  }
  return (
    <form className={classes.typed} onSubmit={submit} noValidate>
      <p>{lead}</p>
      {meanwhile.notice}
      {isScanning ? (
        <Scanner onRead={scanned} problem={problem} />
      ) : (
        <div className={classes.verbs}>
          <Button leftSection={<IconCamera size={15} />} onClick={() => (setProblem(null), setScanning(true))}>
            {t('Scan with the camera')}
          </Button>
        </div>
      )}
      <TextInput
        label={t('QR code')}
        placeholder="7K2M9QX4TB"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={text}
        error={isScanning ? null : problem}
        onChange={(event) => (setText(event.currentTarget.value), setProblem(null))}
      />
      <div className={`${classes.verbs} ${classes.end}`}>
        <Button onClick={onEnd} disabled={write.isPending}>
          {t('Cancel')}
        </Button>
        <Button type="submit" variant="filled" loading={write.isPending}>
          {verb}
        </Button>
      </div>
    </form>
  )
}
