import { expect, test } from 'vitest'
import { plainParts } from './plain-parts.ts'

const links = (text: string): string[] => plainParts(text).flatMap((part) => (part.isLink ? [part.text] : []))
const joined = (text: string): string =>
  plainParts(text)
    .map((part) => part.text)
    .join('')

test('an https address is a link, and what ends the sentence is not part of it', () => {
  expect(links('See https://a.example/x?y=1. Or (https://b.example), then https://c.example/d!')).toEqual([
    'https://a.example/x?y=1',
    'https://b.example',
    'https://c.example/d',
  ])
})

test('no other protocol is a link, and no markup is one', () => {
  for (const text of [
    'http://a.example',
    'javascript:alert(1)',
    'ftp://a.example',
    '<a href="javascript:alert(1)">x</a>',
    'data:text/html,<b>',
    'https://',
  ])
    expect(links(text), text).toEqual([])
  expect(links('<a href="https://a.example/" onclick="x()">')).toEqual(['https://a.example/'])
})

test('nothing of the text is lost', () => {
  for (const text of ['', 'one', 'https://a.example', 'a\nhttps://a.example\nb', 'https://a.example https://[bad'])
    expect(joined(text)).toBe(text)
})
