import { commandsAtOnce, commandsAWave } from '@wheelhouse/contract/commands/command-bodies.ts'
import { t } from '../../i18n/i18n.ts'

/** What is said of a command to so many vehicles besides what it does; nothing where they are few. */
export const wavesOf = (vehicles: number): string[] =>
  vehicles > commandsAtOnce
    ? [
        t('Commands are sent in batches of {{count}}, each after the previous one has finished. You can stop them.', {
          count: commandsAWave,
        }),
      ]
    : []
