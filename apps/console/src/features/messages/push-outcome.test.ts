import { expect, test } from 'vitest'
import type { PushStatus } from '@wheelhouse/contract/messages/messages.ts'
import { pushLabels, pushLook } from './message-labels.ts'
import { pushFault } from './push-outcome.ts'

test('spec 8: the five push statuses in the words of the specification', () => {
  expect(Object.values(pushLabels).map(({ word }) => word)).toEqual([
    'Skipped',
    'Sent',
    'No Push Tokens',
    'Publish Push Failed',
    'Send Push Failed',
  ])
})

test.each([
  ['skipped', null],
  ['sent', null],
  ['publish_push_failed', 'Message sent to inbox only, push notification failed'],
  ['send_push_failed', 'Message sent to inbox only, push notification failed'],
  ['bounced', 'Unknown push status'],
])('spec 8: a message whose push status is %s says %j', (status, words) => {
  expect(pushFault(status)).toBe(words)
})

test('spec 8: a status that this console does not know is shown as unknown, and none at all as being sent', () => {
  expect(pushLook('bounced' as PushStatus).word).toBe('Unknown push status')
  expect(pushLook(null).word).toBe('Sending')
})
