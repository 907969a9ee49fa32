import type { DeviceType } from '@wheelhouse/contract/devices.ts'

const deviceWords: Record<DeviceType, string> = {
  dock: 'Dock',
  locker: 'Locker',
  door: 'Door',
  guard: 'Guard',
  controller: 'Controller',
  rental_dock: 'Rental dock',
}
export const deviceWord = (type: string): string => deviceWords[type as DeviceType] ?? type

const endWords: Record<string, string> = { normal: 'Normal', forced: 'Forced', cancelled: 'Cancelled' }
export const endWord = (how: string | null): string => (how === null ? '' : (endWords[how] ?? how))

const keyWords: Record<string, string> = { rfid: 'RFID', pin: 'PIN', app: 'App', nfc: 'NFC' }
export const keyWord = (type: string | null): string | null => (type === null ? null : (keyWords[type] ?? type))
