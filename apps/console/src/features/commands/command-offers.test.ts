import { expect, test } from 'vitest'
import { commandRule } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { CommandBody } from '@wheelhouse/contract/commands/command-bodies.ts'
import { argsOf, usualMinutes } from './command-offers.ts'

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
