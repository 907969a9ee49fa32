import { useEffect, useRef, useState } from 'react'
import { cameras, closeCamera, openCamera } from './camera.ts'
import type { Camera } from './camera.ts'

export type CameraState = 'starting' | 'on' | 'failed'

interface UsedCamera {
  state: CameraState
  stream: MediaStream | null
  all: readonly Camera[]
}

const off: UsedCamera = { state: 'starting', stream: null, all: [] }

/** The camera in a video element while the page is seen: it goes off when the window is hidden or the part leaves. */
export function useCamera(id: string | null, attempt: number) {
  const video = useRef<HTMLVideoElement>(null)
  const [camera, setCamera] = useState(off)
  const isSeen = useSeen()
  useEffect(() => {
    if (!isSeen) return
    let isOver = false
    let opened: MediaStream | null = null
    const open = async () => {
      const stream = await openCamera(id)
      if (isOver) return closeCamera(stream)
      opened = stream
      if (video.current !== null) await play(video.current, stream)
      const all = await cameras()
      if (!isOver) setCamera({ state: 'on', stream, all })
    }
    open().catch(() => !isOver && setCamera((last) => ({ ...off, state: 'failed', all: last.all })))
    return () => {
      isOver = true
      if (opened !== null) closeCamera(opened)
      setCamera((last) => ({ ...off, all: last.all }))
    }
  }, [id, attempt, isSeen])
  return { video, ...camera }
}

async function play(video: HTMLVideoElement, stream: MediaStream): Promise<void> {
  video.srcObject = stream
  // The browser rejects this only when the element has been removed in between.
  await video.play().catch(() => undefined)
}

function useSeen(): boolean {
  const [isSeen, setSeen] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const changed = () => setSeen(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', changed)
    return () => document.removeEventListener('visibilitychange', changed)
  }, [])
  return isSeen
}
