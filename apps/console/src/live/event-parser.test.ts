import { expect, test } from 'vitest'
import fc from 'fast-check'
import { createEventParser } from './event-parser.ts'
import type { StreamEvent } from './event-parser.ts'

function read(pieces: string[]): StreamEvent[] {
  const events: StreamEvent[] = []
  const parse = createEventParser((event) => events.push(event))
  for (const piece of pieces) parse(piece)
  return events
}

test('events carry name, data and the last id; comments and retry are passed over', () => {
  const text =
    'retry: 2000\nid: e-1\nevent: hello\ndata: {}\n\n: ping\n\nevent: changes\ndata: {"a":\ndata: 1}\n\nid: e-2\ndata:x\n\nevent: empty\n\n'
  expect(read([text])).toEqual([
    { event: 'hello', data: '{}', id: 'e-1' },
    { event: 'changes', data: '{"a":\n1}', id: 'e-1' },
    { event: 'message', data: 'x', id: 'e-2' },
  ])
})

test('however the stream is cut, and whatever ends its lines, the events are the same', () => {
  const line = fc.constantFrom(
    'id: 7',
    'id',
    'event: changes',
    'data: {"x": 1}',
    'data:',
    'data: ü',
    ': ping',
    '',
    '',
    'nonsense',
  )
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 20 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.nat(200), { maxLength: 12 }),
      (lines, end, cuts) => {
        // A trailing line that no other end can follow keeps the last carriage return from waiting for its line feed.
        const text = [...lines, ':'].join(end)
        const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((one, other) => one - other)
        const pieces = [0, ...places].map((from, index) => text.slice(from, places[index] ?? text.length))
        expect(read(pieces)).toEqual(read([[...lines, ':'].join('\n')]))
      },
    ),
  )
})
