import { IconX } from '@tabler/icons-react'
import { cancelCommand } from '@wheelhouse/contract/commands/commands.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'

export const CancelCommand = ({ command }: { command: Command }) => (
  <ActionButton
    route={cancelCommand}
    input={{ body: { command_id: command.id } }}
    label={t('Cancel command')}
    icon={IconX}
    variant="subtle"
  />
)
