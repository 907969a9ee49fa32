import { Button, Loader, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconQrcode } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { codeOf, findByCode } from '@wheelhouse/contract/deep-link/deep-link.ts'
import type { DeepLinkTarget } from '@wheelhouse/contract/deep-link/deep-link.ts'
import { read } from '../../api/api.ts'
import { isNotFound, notLoaded } from '../../http/api-error.ts'
import { useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import { failureText } from '../../shell/messages.ts'
import { devicePath } from '../devices/device-link.tsx'
import { hardwarePath } from '../hardware/hardware-link.tsx'
import { locationPath } from '../locations/location-link.tsx'
import { qrMustBeValid, readerSentences } from '../qr-sheets/qr-labels.ts'
import { rentalPath } from '../rentals/rental-link.tsx'
import { userPath } from '../users/user-link.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { QrReader } from '../../ui/qr-reader/qr-reader.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'
import { isAskedAgain } from './asked-again.ts'
import classes from './deep-link.module.css'

export interface DeepLinkSearch {
  code?: string
  /** `true`: the camera is on at once; `false`: it stays off on a phone too. */
  scanQr?: string
}

interface DeepLinkScreenProps {
  search: DeepLinkSearch
  onSearch: (search: DeepLinkSearch) => void
  /** Replaces this address in the history, so that Back leads to the page before it. */
  onFound: (href: string) => void
}

/** Spec section 2: what is behind a code, scanned or typed. An address with a code goes there at once. */
export function DeepLinkScreen(props: DeepLinkScreenProps) {
  const may = useCanCall(findByCode)
  return (
    <Page title={t('Find by QR code')}>
      <div className={classes.page}>
        {may ? <Finder {...props} /> : <NoPermission action="GET" resource="device" />}
      </div>
    </Page>
  )
}

function placeOf({ type, id, location_id }: DeepLinkTarget): string {
  if (type === 'user') return userPath(id)
  if (type === 'rental_device') return rentalPath(id)
  if (type === 'hardware') return hardwarePath(id)
  return type === 'location' ? locationPath(id) : devicePath(location_id ?? '', id)
}

function Finder({ search, onSearch, onFound }: DeepLinkScreenProps) {
  const isPhone = usePhone()
  const isScanning = isPhone ? search.scanQr !== 'false' : search.scanQr === 'true'
  const { isLooking, failure, scanAgain, findAgain } = useTarget(search.code, onFound)
  const [problem, setProblem] = useState<string | null>(null)
  const read = (text: string): boolean => {
    const code = codeOf(text)
    setProblem(code === null ? qrMustBeValid() : null)
    if (code === null) return false
    // What was looked for is still before the camera.
    if (code === search.code) return scanAgain()
    onSearch({ ...search, code })
    return true
  }
  if (isLooking) return <Looking code={search.code ?? ''} />
  return (
    <>
      {isScanning ? (
        <QrReader onRead={read} problem={problem ?? failure} sentences={readerSentences()} />
      ) : (
        <Button leftSection={<IconQrcode size={16} />} onClick={() => onSearch({ ...search, scanQr: 'true' })}>
          {t('Scan with the camera')}
        </Button>
      )}
      <CodeForm
        key={search.code}
        code={search.code ?? ''}
        failure={isScanning ? null : failure}
        onCode={(code) => (code === search.code ? findAgain() : onSearch({ ...search, code }))}
      />
    </>
  )
}

interface Target {
  isLooking: boolean
  failure: string | null
  /** The same code was scanned; true: it is asked for again. */
  scanAgain: () => boolean
  /** The same code was submitted. */
  findAgain: () => void
}

/** Asks for the code of the address and goes where it leads. */
function useTarget(text: string | undefined, onFound: (href: string) => void): Target {
  const code = text === undefined ? null : codeOf(text)
  const { data, error, errorUpdatedAt, isFetching, isPaused, refetch } = useQuery({
    ...read(findByCode, { query: { code: code ?? '' } }, { isQuiet: true }),
    enabled: code !== null,
    retry: false,
    // Not cached, because a code may have moved to another device.
    gcTime: 0,
    staleTime: 0,
  })
  const found = useEffectEvent((target: DeepLinkTarget) => onFound(placeOf(target)))
  useEffect(() => {
    if (data !== undefined) found(data)
  }, [data])
  const findAgain = (): void => void (code !== null && refetch())
  const scanAgain = (): boolean => {
    const isAsked = isAskedAgain(error, Date.now() - errorUpdatedAt)
    if (isAsked) findAgain()
    return isAsked
  }
  const again = { scanAgain, findAgain }
  if (text !== undefined && text !== '' && code === null)
    return { ...again, isLooking: false, failure: qrMustBeValid() }
  // Without a network it waits for one.
  const failed = isPaused && data === undefined ? notLoaded() : error
  return {
    ...again,
    isLooking: isFetching || data !== undefined,
    failure: failed === null ? null : sentenceOf(failed),
  }
}

const sentenceOf = (error: Error): string =>
  isNotFound(error) ? t('Failed to find resource') : failureText(findByCode.says.failed, error)

const Looking = ({ code }: { code: string }) => (
  <p className={classes.looking} role="status">
    <Loader size={16} />
    {t('Looking for {{code}}', { code })}
  </p>
)

function CodeForm({ code, failure, onCode }: { code: string; failure: string | null; onCode: (code: string) => void }) {
  const [text, setText] = useState(code)
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(text.trim() === '')
    if (text.trim() !== '') onCode(text.trim())
  }
  const isSame = text.trim() === code
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={t('Code')}
        description={t('Location code and device number, QR code, rental device code, alias or hardware ID')}
        placeholder="104217/07"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        value={text}
        error={isMissing ? t('Code is required') : isSame && failure}
        onChange={(event) => (setText(event.currentTarget.value), setMissing(false))}
      />
      <Button type="submit" variant="filled">
        {t('Find')}
      </Button>
    </form>
  )
}
