import { isOneOf, valueIn } from '../certain.ts'
import { commandNames, commandRule } from './command-catalogue.ts'

/** What verbs of the server send. */
const serverCommands: Readonly<Record<string, string>> = {
  set_paramsys: 'Change configuration',
  set_otp_secret: 'Set OTP secret',
  set_secret: 'Set own secret',
  set_mesh: 'Create mesh',
}

/** A command in the words of the screens: a key of `t`. One of a newer version is written as it is named. */
export function commandWord(name: string): string {
  if (isOneOf(commandNames, name)) return commandRule(name).label
  const words = name.replaceAll('_', ' ')
  return valueIn(serverCommands, name) ?? words.charAt(0).toUpperCase() + words.slice(1)
}
