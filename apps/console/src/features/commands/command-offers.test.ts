import { expect, test } from 'vitest'
import { commandRule } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { CommandBody } from '@wheelhouse/contract/commands/command-bodies.ts'
import { againOf, argsOf, usualMinutes } from './command-offers.ts'

const bodyOf = (name: CommandName, minutes: string) =>
  CommandBody.safeParse({
    name,
    reason: 'maintenance',
    comment: 'For the crew',
    args: argsOf(commandRule(name), { channel: null, minutes }),
  })

test.each([
  [usualMinutes, 600],
  ['1', 60],
  ['60', 3_600],
])('a booking of %s minutes holds the dock for %d s', (minutes, hold_s) => {
  expect(bodyOf('book', minutes).data?.args).toEqual({ hold_s })
})

test.each(['', '0', '61', '1.01', 'ten'])('a booking of "%s" minutes is refused in words', (minutes) => {
  const [issue] = bodyOf('book', minutes).error?.issues ?? []
  expect(issue).toMatchObject({ path: ['args', 'hold_s'], message: 'Held for: 1 to 60 minutes' })
})

test('other commands hold nothing', () => {
  expect(bodyOf('identify', usualMinutes).data?.args).toEqual({})
})

test('a command that is sent again has the reason and the comment of the first attempt', () => {
  const again = againOf({ name: 'force_unlock', reason: 'maintenance', comment: 'Lever was jammed' }, 'Dock 07')
  expect(again).toEqual({
    device: 'Dock 07',
    name: 'force_unlock',
    reason: 'maintenance',
    comment: 'Lever was jammed',
  })
})

test('nothing is asked for a device that is not there, and nobody sends what the server sends by itself', () => {
  const command = { name: 'force_unlock', reason: null, comment: null }
  expect(againOf(command, undefined)).toBeNull()
  expect(againOf({ ...command, name: 'set_guest_keys' }, 'Dock 07')).toBeNull()
})
