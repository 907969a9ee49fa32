import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FactStrip, KeyValueGrid } from './key-values.tsx'

test('what is absent is a dash, never an empty cell, and has no unit', () => {
  const items = [null, undefined, '', false].map((value, at) => ({ label: `Label ${at}`, value, unit: 'V' }))
  for (const part of [KeyValueGrid, FactStrip]) {
    const html = renderToStaticMarkup(createElement(part, { items }))
    const cells = [...html.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, ''))
    expect(cells).toEqual(['–', '–', '–', '–'])
  }
})

test('zero is a value', () => {
  expect(renderToStaticMarkup(createElement(KeyValueGrid, { items: [{ label: 'Fee', value: 0 }] }))).toContain('<dd>0')
})
