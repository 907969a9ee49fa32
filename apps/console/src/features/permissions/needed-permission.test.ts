import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MissingPermission, PermissionSentence } from '../../ui/frame/states.tsx'
import type { Missing } from '../../ui/frame/states.tsx'
import { actionLabel, typeLabel } from './action-labels.ts'
import { NeededPermission } from './needed-permission.tsx'

const drawn = (more: Partial<Missing> = {}): string => {
  const missing = createElement(MissingPermission, { action: 'GET', resource: 'session', ...more })
  return renderToStaticMarkup(createElement(PermissionSentence, { value: NeededPermission }, missing))
}
const nameOf = (resource: string, action: string) => `“${actionLabel(resource, action)}” on ${typeLabel(resource)}`
const name = nameOf('session', 'GET')

test('a missing permission is named in words, with its code in the tooltip', () => {
  expect(drawn()).toBe(`<span title="GET on session">You need the permission ${name}.</span>`)
  expect(drawn({ purpose: 'To see rides' })).toContain(`>To see rides, you need the permission ${name}.<`)
})

test('several are named together, and those of which one would do as a choice', () => {
  const more = [
    { action: 'GET', resource: 'payment' },
    { action: 'REFUND', resource: 'payment' },
  ]
  const [seen, refund] = [nameOf('payment', 'GET'), nameOf('payment', 'REFUND')]
  expect(drawn({ more })).toBe(
    '<span title="GET on session, GET on payment, REFUND on payment">' +
      `You need the permissions ${name}, ${seen} and ${refund}.</span>`,
  )
  expect(drawn({ more: more.slice(0, 1), isAnyEnough: true })).toContain(
    `>You need one of the permissions ${name} or ${seen}.<`,
  )
  expect(drawn({ more: [] })).toContain(`>You need the permission ${name}.<`)
  const purpose = 'To see rides'
  expect(drawn({ more, purpose })).toContain(`>To see rides, you need the permissions ${name}, ${seen} and ${refund}.<`)
  expect(drawn({ more: more.slice(0, 1), isAnyEnough: true, purpose })).toContain(
    `>To see rides, you need one of the permissions ${name} or ${seen}.<`,
  )
})
