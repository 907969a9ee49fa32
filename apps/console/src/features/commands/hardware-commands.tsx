import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { commandGroups, commandRule } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { listHardwareCommands } from '@wheelhouse/contract/commands/commands.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import type { Hardware } from '@wheelhouse/contract/hardware/hardware.ts'
import { useCanCall } from '../../session/can.ts'
import { hardwareId } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { useUser } from '../../stores/user-store.ts'
import { useClock } from '../../ui/base/clock.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { CommandMenuButton } from '../../ui/frame/command-menu-button.tsx'
import { CommandCard } from './command-card.tsx'
import { commandIcon, commandLabel, useSendable } from './command-offers.ts'
import { isOver, isWorthShowing } from './command-progress.ts'
import classes from './commands.module.css'

const HardwareCommandDialog = lazyComponent(() =>
  import('./hardware-command-dialog.tsx').then((module) => module.HardwareCommandDialog),
)

type Piece = Pick<Hardware, 'id' | 'type' | 'heartbeat_health' | 'last_heartbeat_at'>

const shown = 20
const cardsAtMost = 4

function useHardwareCommands(id: string): Command[] {
  const may = useCanCall(listHardwareCommands)
  const input = { params: { hardware_id: id }, query: { limit: shown } }
  return useLive(listHardwareCommands, input, { enabled: may }).data?.items ?? []
}

/** What this person may send to this piece of hardware, by group; a choice opens the question. */
export function HardwareCommandMenu({ hardware }: { hardware: Piece }) {
  const [name, setName] = useState<CommandName | null>(null)
  const commands = useHardwareCommands(hardware.id)
  const names = useSendable().filter((one) => commandRule(one).device_types.includes(hardware.type))
  if (names.length === 0) return null
  const groups = commandGroups.map((group) =>
    names
      .filter((one) => commandRule(one).group === group)
      .map((one) => ({ id: one, label: commandLabel(one), icon: commandIcon(one), onChoose: () => setName(one) })),
  )
  return (
    <>
      <CommandMenuButton
        title={hardwareId(hardware.id)}
        groups={groups}
        target={
          <Button variant="filled" rightSection={<IconChevronDown size={15} />}>
            {t('Send command')}
          </Button>
        }
      />
      {name !== null && (
        <HardwareCommandDialog
          hardware={hardware}
          name={name}
          isRunning={commands.some((command) => command.name === name && !isOver(command))}
          onClose={() => setName(null)}
          onSent={() => setName(null)}
        />
      )}
    </>
  )
}

/** What is under way to this piece, and what just ended. */
export function HardwareCommandCards({ id }: { id: string }) {
  const commands = useHardwareCommands(id)
  const me = useUser((state) => state.subId)
  const now = useClock(5_000, (at) => at - (at % 5_000))
  const worth = commands.filter((command) => isWorthShowing(command, me, now)).slice(0, cardsAtMost)
  if (worth.length === 0) return null
  return (
    <div className={classes.cards}>
      {worth.map((command) => (
        <CommandCard key={command.id} command={command} onSendAgain={undefined} />
      ))}
    </div>
  )
}
