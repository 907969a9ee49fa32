import { Button } from '@mantine/core'
import { IconEyeglass2 } from '@tabler/icons-react'
import { useState } from 'react'
import { beginView } from '@wheelhouse/contract/view-as/view-as.ts'
import { ActionButton, useMayDo } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { currentView, enterView } from '../../session/view-as.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'

const ViewAsRoleDialog = lazyComponent(() =>
  import('./view-as-role-dialog.tsx').then((module) => module.ViewAsRoleDialog),
)

/** Shows the console as this person sees it, read only. */
export const ViewAsPerson = ({ id }: { id: string }) => (
  <ActionButton
    route={beginView}
    input={{ body: { console_user_id: id } }}
    label={t('View as')}
    icon={IconEyeglass2}
    onDone={enterView}
  />
)

/** A role is held in a resource group, which is asked first. */
export function ViewAsRole({ id, name }: { id: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  const may = useMayDo(beginView)
  if (!may || currentView() !== null) return null
  return (
    <>
      <Button leftSection={<IconEyeglass2 size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {t('View as')}
      </Button>
      {isOpen && <ViewAsRoleDialog id={id} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}
