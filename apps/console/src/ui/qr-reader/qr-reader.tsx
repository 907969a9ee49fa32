import { Button, NativeSelect } from '@mantine/core'
import { IconBulb, IconBulbOff, IconCameraOff, IconPhoto, IconRefresh } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { NoticeBar } from '../frame/bars.tsx'
import { State } from '../frame/states.tsx'
import { t } from '../base/translate.ts'
import { hasTorch, setTorch } from './camera.ts'
import classes from './qr-reader.module.css'
import { useCamera } from './use-camera.ts'

export interface QrReaderProps {
  /** One code was read; true: taken, reading ends. Otherwise it goes on, and `problem` says why. */
  onRead: (text: string) => boolean
  /** Why the last code was not taken. */
  problem?: string | null
  /** The caller passes these sentences, because the specification words them differently for each use. */
  sentences: { several: string; cameraFailed: string; noneInPicture: string }
}

/** Reads a QR code by camera, or from a picture where there is none. The reader itself is loaded when it is first needed. */
export function QrReader({ onRead, problem = null, sentences }: QrReaderProps) {
  const [cameraId, setCameraId] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [said, setSaid] = useState<string | null>(null)
  const { video, ...camera } = useCamera(cameraId, attempt)
  const take = (texts: string[]): boolean => {
    if (texts.length > 1) setSaid(sentences.several)
    const [text] = texts
    if (texts.length !== 1 || text === undefined) return false
    setSaid(null)
    return onRead(text)
  }
  useReading(video, camera.stream, take)
  return (
    <div className={classes.reader}>
      <div className={classes.view} data-state={camera.state}>
        <video ref={video} muted playsInline aria-label={t('Camera picture')} />
        {camera.state === 'on' && <span className={classes.frame} aria-hidden />}
        {camera.state === 'starting' && <span className={classes.starting}>{t('Starting the camera')}</span>}
        {camera.state === 'failed' && (
          <CameraFailed sentence={sentences.cameraFailed} onRetry={() => setAttempt(attempt + 1)} />
        )}
      </div>
      <div className={classes.problem} aria-live="polite">
        {(said ?? problem) !== null && (
          <NoticeBar isBox icon={<IconCameraOff size={16} aria-hidden />}>
            {said ?? problem}
          </NoticeBar>
        )}
      </div>
      <div className={classes.tools}>
        {camera.stream !== null && hasTorch(camera.stream) && <Torch key={camera.stream.id} stream={camera.stream} />}
        {camera.all.length > 1 && (
          <NativeSelect
            aria-label={t('Camera')}
            value={cameraId ?? camera.stream?.getVideoTracks()[0]?.getSettings().deviceId ?? ''}
            data={camera.all.map(({ id, label }, index) => ({
              value: id,
              label: label || t('Camera {{number}}', { number: index + 1 }),
            }))}
            onChange={(event) => setCameraId(event.currentTarget.value)}
          />
        )}
        <PictureFile
          onTexts={(texts) => (texts.length === 0 ? setSaid(sentences.noneInPicture) : take(texts))}
          onBroken={() => setSaid(sentences.noneInPicture)}
        />
      </div>
    </div>
  )
}

const CameraFailed = ({ sentence, onRetry }: { sentence: string; onRetry: () => void }) => (
  <State
    isAlert
    icon={<IconCameraOff size={20} aria-hidden />}
    title={sentence}
    action={
      <Button size="xs" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
        {t('Try again')}
      </Button>
    }
  />
)

// Five looks a second find a code at once and leave a phone cool.
const everyMs = 200

/** Looks at the picture again and again until one code is taken. A look that takes long is not overtaken by the next. */
function useReading(
  video: RefObject<HTMLVideoElement | null>,
  stream: MediaStream | null,
  take: (texts: string[]) => boolean,
): void {
  const taken = useEffectEvent((texts: string[]) => texts.length > 0 && take(texts))
  useEffect(() => {
    const picture = video.current
    if (stream === null || picture === null) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      const { qrTextsIn } = await import('./qr-detector.ts')
      // Before the first picture there is nothing to look at.
      const texts =
        picture.readyState < HTMLMediaElement.HAVE_CURRENT_DATA ? [] : await qrTextsIn(picture).catch(() => [])
      if (isOver || taken(texts)) return
      timer = setTimeout(() => void look(), everyMs)
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [video, stream])
}

function Torch({ stream }: { stream: MediaStream }) {
  const [isLit, setLit] = useState(false)
  const Icon = isLit ? IconBulbOff : IconBulb
  const turn = () =>
    void setTorch(stream, !isLit).then(
      () => setLit(!isLit),
      () => undefined,
    )
  return (
    <Button aria-pressed={isLit} leftSection={<Icon size={16} />} onClick={turn}>
      {isLit ? t('Light off') : t('Light on')}
    </Button>
  )
}

function PictureFile({ onTexts, onBroken }: { onTexts: (texts: string[]) => void; onBroken: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const read = async (file: File) => {
    const { qrTextsIn } = await import('./qr-detector.ts')
    onTexts(await qrTextsIn(file))
  }
  const chosen = (file: File | undefined) => {
    if (file === undefined) return
    setReading(true)
    read(file)
      .catch(onBroken)
      .finally(() => setReading(false))
  }
  return (
    <>
      <Button loading={isReading} leftSection={<IconPhoto size={16} />} onClick={() => input.current?.click()}>
        {t('From a picture')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('Picture with a QR code')}
        onChange={(event) => {
          chosen(event.currentTarget.files?.[0])
          // The same picture may be chosen once more.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
