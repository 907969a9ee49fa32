import { IconLifebuoy } from '@tabler/icons-react'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { findUsers } from '@wheelhouse/contract/find-user/find-user.ts'
import { supportPath } from '../../features/support/support-address.ts'
import { t } from '../../i18n/i18n.ts'
import { useCanCall } from '../../session/can.ts'
import { useNavigateTo } from '../../ui/details/link.tsx'
import type { Command as MenuEntry } from '../../ui/frame/command-menu-content.tsx'

/** To the page of a caller at this device: who is in it, and why it stays shut. */
export function useHelp({ id, type, session }: Device): MenuEntry[] {
  const may = useCanCall(findUsers)
  const go = useNavigateTo()
  if (!may || type === 'controller' || type === 'guard') return []
  const path = supportPath({ device: id, user: session?.user_id ?? undefined })
  return [
    {
      id: 'support',
      label: t('Why does it not open?'),
      icon: IconLifebuoy,
      letter: 'W',
      onChoose: () => go?.(path),
    },
  ]
}
