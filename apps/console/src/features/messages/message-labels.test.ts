import { expect, test } from 'vitest'
import { lookOf } from '../../ui/details/status-styles.ts'
import { pushLabels as noticeLabels } from '../reminders/reminder-labels.ts'
import { pushFault, pushLook } from './message-labels.ts'

test.each([
  ['skipped', 'Skipped'],
  ['sent', 'Sent'],
  ['no_push_tokens', 'No Push Tokens'],
  ['publish_push_failed', 'Publish Push Failed'],
  ['send_push_failed', 'Send Push Failed'],
] as const)('spec 8: push status %s reads %s wherever it is shown', (status, words) => {
  expect([pushLook(status).word, noticeLabels[status], lookOf('push', status).word]).toEqual([words, words, words])
})

test('spec 8: a status that this console does not know is an unknown push status', () => {
  expect(pushLook('a_status_of_tomorrow' as never).word).toBe('Unknown push status')
  expect(pushFault('a_status_of_tomorrow')).toBe('Unknown push status')
  expect(pushLook(null).word).toBe('Sending')
})

test('spec 8: a push that failed says that the message is in the inbox only', () => {
  const words = 'Message sent to inbox only, push notification failed'
  expect([pushFault('publish_push_failed'), pushFault('send_push_failed')]).toEqual([words, words])
  expect([pushFault('sent'), pushFault('skipped')]).toEqual([null, null])
})
