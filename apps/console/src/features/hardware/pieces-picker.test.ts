import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PlacedHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { stubBrowser } from '../../../test/support/browser-globals.ts'
import { networkError } from '../../http/api-error.ts'
import type { List } from '../../lists/list.ts'

stubBrowser()
const { HardwarePieces } = await import('./pieces-picker.tsx')

const none: List<PlacedHardware> = {
  rows: [],
  total: { total: 0, total_is_exact: true },
  count: '0',
  isLoading: false,
  isPast: false,
  error: null,
  retry: () => undefined,
  hasMore: false,
  loadMore: () => undefined,
  isLoadingMore: false,
  searchedBackTo: null,
  onView: () => undefined,
}

function drawn(of: Partial<List<PlacedHardware>>): string {
  const pieces = createElement(HardwarePieces, {
    found: { ...none, ...of },
    ids: [],
    onTick: () => undefined,
    label: () => 'Dock 07',
    detail: ({ id }) => id,
    words: { noData: 'No hardware in these meshes' },
    className: undefined,
  })
  return renderToStaticMarkup(createElement(MantineProvider, null, pieces))
}

test('a list of hardware to tick says how many more there are, and has the way to them', () => {
  expect(drawn({ hasMore: true, count: '728' })).toMatch(/The first 0 of 728 are shown\..*Show more/s)
  expect(drawn({})).not.toContain('Show more')
})

test('it says that there is none, that it waits, and that it could not be read', () => {
  expect(drawn({})).toContain('No hardware in these meshes')
  expect(drawn({ isLoading: true })).toContain('aria-label="Loading"')
  expect(drawn({ error: networkError() })).toMatch(/Network Error.*Try again/s)
})
