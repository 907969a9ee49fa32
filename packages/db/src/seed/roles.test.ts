import { actions } from '@wheelhouse/contract/access.ts'
import { commandRules } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { expect, test } from 'vitest'
import { defaultRoles } from './roles.ts'
import type { DefaultRole, RoleName } from './roles.ts'

const roles: readonly DefaultRole[] = defaultRoles
const named = (name: RoleName) => roles.find((role) => role.name === name) as DefaultRole
const pairs = ({ rights }: DefaultRole): string[] =>
  Object.entries(rights).flatMap(([type, granted]) => granted.map((action) => `${type} ${action}`))
const holds = (name: RoleName, pair: string) => pairs(named(name)).includes(pair)
const commanding = ['device SETSTATUS', 'device FORCESTATUS']
const ofPeople = /^(user|console_user) |^payment |GETPAYMENTS|SERVICE_FEES/

test('every role sees the list of roles, and roles that command see the history of commands', () => {
  for (const role of roles) {
    const held = pairs(role)
    expect(held, role.name).toContain('permission GET')
    expect(new Set(held).size, role.name).toBe(held.length)
    if (commanding.some((pair) => held.includes(pair)) || held.includes('hardware UPDATE'))
      expect(held, role.name).toContain('device GETCMDSHISTORY')
  }
})

test('a viewer can only read', () => {
  expect(
    pairs(named('Viewer')).filter(
      (pair) => !/ (GET|GETSTATISTICS|GET_REPORTS|GET_MAINTENANCE_LOG_ENTRIES|[a-z-]+:get)$/.test(pair),
    ),
  ).toEqual([])
  expect(pairs(named('Viewer')).filter((pair) => ofPeople.test(pair))).toEqual([])
})

test('a manager sends no commands, sees no people, restricted fields or payments', () => {
  const never = [
    ...commanding,
    'device GETCMDSHISTORY',
    'user GET',
    'user GET_PRIVILEGED',
    'payment GET',
    'location GET_RESTRICTED_FIELDS',
    'user MODIFYROLES',
    'console_user MODIFYROLES',
  ]
  expect(never.filter((pair) => holds('Manager', pair))).toEqual([])
  expect(pairs(named('Manager'))).toEqual(expect.arrayContaining(pairs(named('Viewer'))))
})

test('first-line support has every unlock-class command and no hardware or roles', () => {
  for (const pair of [...commanding, 'session FORCE_END_SESSION', 'payment RESOLVE_PAYMENT', 'user GET_PRIVILEGED'])
    expect(holds('First-line support', pair), pair).toBe(true)
  expect(
    pairs(named('First-line support')).filter((pair) => pair.startsWith('hardware ') || pair.endsWith('MODIFYROLES')),
  ).toEqual([])
})

test('a technician has hardware and commands, and neither people, payments nor fees', () => {
  for (const { needs } of Object.values(commandRules))
    for (const [type, expected] of Object.entries(needs))
      for (const action of expected) expect(holds('Technician', `${type} ${action}`)).toBe(true)
  expect(pairs(named('Technician')).filter((pair) => ofPeople.test(pair))).toEqual([])
})

test('internal roles increase up to everything; only superadmin has its fields and DEVELOP', () => {
  const rising: RoleName[] = ['Support', 'Operations', 'Administrator', 'Superadmin']
  for (const [index, name] of rising.entries()) {
    const before = rising[index - 1]
    if (before) expect(pairs(named(name)), name).toEqual(expect.arrayContaining(pairs(named(before))))
  }
  for (const name of ['First-line support', 'Technician'] as const)
    expect(pairs(named('Support'))).toEqual(expect.arrayContaining(pairs(named(name))))
  const own = ['location GET_SUPERADMIN_FIELDS', 'location MODIFY_SUPERADMIN_FIELDS', 'console DEVELOP']
  expect(
    pairs(named('Superadmin'))
      .filter((pair) => !holds('Administrator', pair))
      .toSorted(),
  ).toEqual(own.toSorted())
  const everything = new Set(pairs(named('Superadmin')).map((pair) => pair.split(' ')[1]))
  expect(actions.filter((action) => !everything.has(action))).toEqual([])
})
