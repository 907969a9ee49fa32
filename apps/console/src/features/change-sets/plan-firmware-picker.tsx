import { Button } from '@mantine/core'
import { IconVersions } from '@tabler/icons-react'
import { useState } from 'react'
import { planChangeSet } from '@wheelhouse/contract/change-sets/change-sets.ts'
import { useMayDo } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'

const PlanFirmwareDialog = lazyComponent(() =>
  import('./plan-firmware-dialog.tsx').then((module) => module.PlanFirmwareDialog),
)

/** Opens the plan of a firmware update for several devices, for those who may send one. */
export function PlanFirmwareButton() {
  const [isOpen, setOpen] = useState(false)
  const may = useMayDo(planChangeSet, { hardware: ['UPDATE'] })
  if (!may) return null
  return (
    <>
      <Button variant="filled" leftSection={<IconVersions size={15} />} onClick={() => setOpen(true)}>
        {t('Plan an update')}
      </Button>
      {isOpen && <PlanFirmwareDialog onClose={() => setOpen(false)} />}
    </>
  )
}
