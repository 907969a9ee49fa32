import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MissingPermission, PermissionSentence } from '../../ui/frame/states.tsx'
import { actionLabel, typeLabel } from './action-labels.ts'
import { NeededPermission } from './needed-permission.tsx'

test('a missing permission is named in words, with its code in the tooltip', () => {
  const drawn = (more: object = {}): string => {
    const missing = createElement(MissingPermission, { action: 'GET', resource: 'session', ...more })
    return renderToStaticMarkup(createElement(PermissionSentence, { value: NeededPermission }, missing))
  }
  const name = `“${actionLabel('session', 'GET')}” on ${typeLabel('session')}`
  expect(drawn()).toBe(`<span title="GET on session">You need the permission ${name}.</span>`)
  expect(drawn({ purpose: 'To see rides' })).toContain(`>To see rides, you need the permission ${name}.<`)
})
