import { commandNames, commandRules } from '@wheelhouse/contract/commands/commands.ts'
import {
  deviceTypes as contractDeviceTypes,
  dockStates as contractDockStates,
} from '@wheelhouse/contract/devices/devices.ts'
import { expect, test } from 'vitest'
import { offeredCommandNames, wireCommands } from './commands.ts'
import { deviceTypes, dockStates } from './events.ts'

test('contract and device protocol use the same names', () => {
  expect(dockStates).toEqual(contractDockStates)
  expect(deviceTypes).toEqual(contractDeviceTypes)
  expect(offeredCommandNames).toEqual(commandNames)
})

test('a command is offered for the types of hardware that support it', () => {
  for (const name of commandNames)
    expect([...wireCommands[name].device_types].sort(), name).toEqual([...commandRules[name].device_types].sort())
})
