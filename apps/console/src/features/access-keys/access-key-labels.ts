import { IconCreditCard, IconDeviceMobile, IconNfc, IconPassword } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import type { AccessKeyType } from '@wheelhouse/contract/access-keys/access-keys.ts'

/** Keys of `t`. */
export const keyTypeLabels: Record<AccessKeyType, { word: string; icon: TablerIcon }> = {
  rfid: { word: 'RFID', icon: IconCreditCard },
  nfc: { word: 'NFC', icon: IconNfc },
  app: { word: 'App', icon: IconDeviceMobile },
  pin: { word: 'PIN', icon: IconPassword },
}
