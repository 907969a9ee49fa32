import { expect, test } from 'vitest'
import { isRoleChosen, noRoleChoice, roleChanges, roleChoiceIn, toggledRole } from './role-choice.ts'

const toggled = (held: string[], ...ids: string[]) =>
  ids.reduce((choice, id) => toggledRole(choice, held, id), noRoleChoice)

test('a tick gives or takes a role, and a second one leaves everything as it is', () => {
  expect(toggled(['held'], 'other', 'held')).toEqual({ add: ['other'], remove: ['held'] })
  expect(toggled(['held'], 'other', 'held', 'held', 'other')).toEqual(noRoleChoice)
})

test('what someone else gave or took since stays, and is not asked for again', () => {
  const choice = toggled(['one', 'two'], 'one', 'three')
  const heldByNow = ['two', 'three', 'four']
  expect(roleChanges(choice, heldByNow)).toEqual(noRoleChoice)
  expect(['one', 'two', 'three', 'four'].filter((id) => isRoleChosen(choice, heldByNow, id))).toEqual([
    'two',
    'three',
    'four',
  ])
})

test('a draft gives back the choice, and one that cannot be read is no choice', () => {
  const choice = toggled(['one'], 'one', 'two')
  expect(roleChoiceIn(JSON.parse(JSON.stringify(choice)))).toEqual(choice)
  expect(roleChoiceIn({ add: 'two' })).toEqual(noRoleChoice)
})
