/** A camera as it can be chosen. */
export interface Camera {
  id: string
  label: string
}

// `torch` is in the browsers of phones and not yet in TypeScript's list.
declare global {
  interface MediaTrackCapabilities {
    torch?: boolean
  }
  interface MediaTrackConstraintSet {
    torch?: boolean
  }
}

/** The back camera unless one was chosen. Throws where there is none or the person did not allow it. */
export async function openCamera(id: string | null): Promise<MediaStream> {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } }
  const wanted = id === null ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: id } }
  // Absent on a page that is not served securely.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (devices === undefined) throw new Error('this browser offers no camera')
  return devices.getUserMedia({ audio: false, video: { ...size, ...wanted } })
}

/** Browsers leave out the labels until the person has allowed a camera. */
export async function cameras(): Promise<Camera[]> {
  const all = await navigator.mediaDevices.enumerateDevices()
  return all.filter(({ kind }) => kind === 'videoinput').map(({ deviceId, label }) => ({ id: deviceId, label }))
}

export const closeCamera = (stream: MediaStream): void => stream.getTracks().forEach((track) => track.stop())

const trackOf = (stream: MediaStream): MediaStreamTrack | undefined => stream.getVideoTracks()[0]

export const hasTorch = (stream: MediaStream): boolean => trackOf(stream)?.getCapabilities?.().torch === true

export const setTorch = async (stream: MediaStream, torch: boolean): Promise<void> =>
  trackOf(stream)?.applyConstraints({ advanced: [{ torch }] })
