import { commands } from '@wheelhouse/contract/commands/commands.ts'
import { listAddress } from '../../lists/list-address.ts'

export const commandsAddress = listAddress(commands)
