import { ActionIcon, Button, Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import {
  IconChevronLeft,
  IconChevronRight,
  IconPhotoOff,
  IconRefresh,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Skeleton, State } from '../frame/states.tsx'
import { t } from '../base/translate.ts'
import { Caption } from './photo.tsx'
import type { Photo } from './photo.tsx'
import classes from './photo-viewer.module.css'
import { useZoom } from './use-zoom.ts'

interface PhotoViewProps {
  photos: readonly Photo[]
  openId: string | null
  onOpen: (id: string) => void
  onClose: () => void
  onRenew: ((id: string) => void) | undefined
}

/** One photo over the whole window: arrows go on, plus and minus come nearer, Esc closes. */
export function PhotoView({ photos, openId, onOpen, onClose, onRenew }: PhotoViewProps) {
  const index = photos.findIndex(({ id }) => id === openId)
  const photo = photos[index]
  return (
    <Modal
      opened={photo !== undefined}
      onClose={onClose}
      fullScreen
      padding={0}
      styles={{ content: { borderRadius: 0 } }}
      attributes={{ content: { 'aria-label': photo?.alt ?? '' } }}
    >
      {photo !== undefined && (
        <Viewed
          photo={photo}
          position={t('{{number}} of {{count}}', { number: index + 1, count: photos.length })}
          onPrevious={index > 0 ? () => onOpen(photos[index - 1]?.id ?? '') : undefined}
          onNext={index < photos.length - 1 ? () => onOpen(photos[index + 1]?.id ?? '') : undefined}
          onClose={onClose}
          onRenew={onRenew && (() => onRenew(photo.id))}
        />
      )}
    </Modal>
  )
}

interface ViewedProps {
  photo: Photo
  position: string
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onClose: () => void
  onRenew: (() => void) | undefined
}

function Viewed({ photo, position, onPrevious, onNext, onClose, onRenew }: ViewedProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const { scale, style, zoom, handlers } = useZoom(photo.address)
  const isGone = photo.isComing !== true && (photo.isExpired === true || broken === photo.address)
  const view = useKeptFocus(photo)
  const pressed = (event: KeyboardEvent) => {
    const act = {
      ArrowLeft: onPrevious,
      ArrowRight: onNext,
      '+': () => zoom(1.5),
      '=': () => zoom(1.5),
      '-': () => zoom(1 / 1.5),
      '0': () => zoom(0),
    }[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  useWindowEvent('keydown', pressed)
  return (
    <div ref={view} className={classes.view} tabIndex={-1} role="group" aria-label={t('Photo')}>
      <header className={classes.bar}>
        <Caption photo={photo} />
        <span className={classes.position} aria-live="polite">
          {position}
        </span>
        <Tool label={t('Zoom in')} icon={<IconZoomIn size={18} />} onClick={isGone ? undefined : () => zoom(1.5)} />
        <Tool
          label={t('Zoom out')}
          icon={<IconZoomOut size={18} />}
          onClick={isGone || scale === 1 ? undefined : () => zoom(1 / 1.5)}
        />
        <Tool label={t('Close')} icon={<IconX size={18} />} onClick={onClose} hasFocus />
      </header>
      <div className={classes.stage} data-near={scale > 1 || undefined} {...(isGone ? {} : handlers)}>
        {photo.isComing && <Skeleton lines={1} />}
        {!photo.isComing && isGone && <Gone onRenew={onRenew} />}
        {!photo.isComing && !isGone && (
          <img
            src={photo.address}
            alt={photo.alt}
            style={style}
            draggable={false}
            onError={() => setBroken(photo.address)}
          />
        )}
      </div>
      <div className={classes.step} data-side="left">
        <Tool label={t('Previous photo')} icon={<IconChevronLeft size={22} />} onClick={onPrevious} />
      </div>
      <div className={classes.step} data-side="right">
        <Tool label={t('Next photo')} icon={<IconChevronRight size={22} />} onClick={onNext} />
      </div>
    </div>
  )
}

/** Keeps the focus inside, because the next photo may remove or disable the button that had it. */
function useKeptFocus({ id, address }: Photo) {
  const view = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const focused = view.current?.querySelector(':focus:not(:disabled)')
    if (focused === null) view.current?.focus()
  }, [id, address])
  return view
}

const Tool = ({
  label,
  icon,
  onClick,
  hasFocus,
}: {
  label: string
  icon: ReactNode
  onClick: (() => void) | undefined
  hasFocus?: boolean
}) => (
  <ActionIcon
    variant="subtle"
    aria-label={label}
    data-tip={label}
    data-autofocus={hasFocus}
    disabled={onClick === undefined}
    onClick={onClick}
  >
    {icon}
  </ActionIcon>
)

const Gone = ({ onRenew }: { onRenew: (() => void) | undefined }) => (
  <State
    icon={<IconPhotoOff size={24} aria-hidden />}
    title={t('The link of this photo has expired')}
    action={
      onRenew && (
        <Button size="xs" leftSection={<IconRefresh size={14} />} onClick={onRenew}>
          {t('New link')}
        </Button>
      )
    }
  >
    {t('Links to photos expire after a short time. Every view is recorded.')}
  </State>
)
