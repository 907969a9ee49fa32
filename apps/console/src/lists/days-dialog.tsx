import { IconCalendar } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { DaysForm } from './days-form.tsx'

interface DaysDialogProps extends ComponentProps<typeof DaysForm> {
  opened: boolean
  title: string
  onClose: () => void
}

/** Days that are asked from a menu, which has no room for a calendar. */
export const DaysDialog = ({ opened, title, onClose, ...form }: DaysDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title={title} icon={IconCalendar} size={460} isQuestion>
    <DaysForm {...form} />
  </Dialog>
)
