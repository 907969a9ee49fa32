import { Button } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { useState } from 'react'
import { changeConfigs } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { PlacedHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { useMayDo } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'

const SeveralConfigDialog = lazyComponent(() =>
  import('./several-config-dialog.tsx').then((module) => module.SeveralConfigDialog),
)

/** Opens the configuration of several pieces of hardware at once, for those who may change it. */
export function SeveralConfigButton({ query }: { query: { mesh_id: string[]; type?: PlacedHardware['type'][] } }) {
  const [isOpen, setOpen] = useState(false)
  const may = useMayDo(changeConfigs)
  if (!may) return null
  return (
    <>
      <Button leftSection={<IconAdjustments size={15} />} onClick={() => setOpen(true)}>
        {t('Configure several')}
      </Button>
      {isOpen && <SeveralConfigDialog query={query} onClose={() => setOpen(false)} />}
    </>
  )
}
