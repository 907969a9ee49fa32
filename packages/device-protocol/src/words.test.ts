import {
  commandNames,
  commandRules,
  firmwareChannels as contractChannels,
} from '@wheelhouse/contract/commands/command-catalogue.ts'
import { rentalCommandNames } from '@wheelhouse/contract/commands/rental-commands.ts'
import {
  deviceTypes as contractDeviceTypes,
  dockStates as contractDockStates,
} from '@wheelhouse/contract/devices/devices.ts'
import { expect, test } from 'vitest'
import { firmwareChannels, offeredCommandNames, wireCommands } from './commands.ts'
import { deviceTypes, dockStates } from './events.ts'

test('contract and device protocol use the same names', () => {
  expect(dockStates).toEqual(contractDockStates)
  expect(deviceTypes).toEqual(contractDeviceTypes)
  expect(firmwareChannels).toEqual(contractChannels)
  expect([...offeredCommandNames].sort()).toEqual([...commandNames, ...rentalCommandNames].sort())
})

test('a command is offered for the types of hardware that support it', () => {
  for (const name of commandNames)
    expect([...wireCommands[name].device_types].sort(), name).toEqual([...commandRules[name].device_types].sort())
})

test('the commands of rental devices are supported by vehicles alone', () => {
  for (const name of rentalCommandNames) expect(wireCommands[name].device_types, name).toEqual(['rental_device'])
})
