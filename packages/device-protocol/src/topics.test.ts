import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  commandTopic,
  hardwareIdOf,
  hardwareKinds,
  parseTopic,
  statusTopic,
  topicText,
  widestIdLength,
} from './topics.ts'

const hexDigit = fc.constantFrom(...'0123456789abcdefABCDEF')
const id = fc.string({ unit: hexDigit, minLength: 24, maxLength: 24 })

test('parsing a formatted topic returns its parts, whatever the case of its ids', () => {
  fc.assert(
    fc.property(id, id, fc.constantFrom(...hardwareKinds), (controller, hardware, kind) => {
      expect(parseTopic(`hw/${controller}/${hardware}/${kind}`)).toEqual({
        kind,
        controller_id: controller.toUpperCase(),
        hardware_id: hardware.toUpperCase(),
      })
      expect(parseTopic(statusTopic(controller))).toEqual({ kind: 'status', controller_id: controller.toUpperCase() })
    }),
  )
})

test('any text either parses to a topic that formats to the same text, or does not parse', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(id, fc.constantFrom('hw', 'status', 'event', 'command', '', '#', '+', '$SYS'), fc.string()), {
        maxLength: 6,
      }),
      (levels) => {
        const text = levels.join('/')
        const topic = parseTopic(text)
        if (topic) expect(topicText(topic).toLowerCase()).toBe(text.toLowerCase())
      },
    ),
  )
})

test('foreign topics do not parse', () => {
  const own = 'AAAAAAAAAAAAAAAAAAAAAAAA'
  for (const text of [
    '',
    'hw',
    'hw/',
    `hw/${own}`,
    `hw/${own}/online`,
    `hw/${own}/${own}`,
    `hw/${own}/${own}/status`,
    `${commandTopic(own, own)}/x`,
    `HW/${own}/status`,
    `hw/${own}/+/event`,
    `hw/#`,
  ])
    expect(parseTopic(text), text).toBeNull()
})

test('24 digits are usual, 12 to 32 by configuration', () => {
  expect(hardwareIdOf('0123456789ab')).toBeNull()
  expect(hardwareIdOf('0123456789ab', widestIdLength)).toBe('0123456789AB')
  expect(hardwareIdOf('0123456789abcdef0123456g')).toBeNull()
})
