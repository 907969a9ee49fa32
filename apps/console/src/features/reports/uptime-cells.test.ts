import { describe, expect, test } from 'vitest'
import { formatOf } from '../../i18n/format.ts'
import { pathOf } from '../../ui/chart/cell-rows.tsx'
import { cellKind, uptimeCells } from './uptime-cells.ts'

const format = formatOf({ localizedFormats: true, rfidFormat: 'hex', timezone: 'Europe/Tallinn' }, 'en-US')
const place = {
  location_code: '104260',
  location_label: 'Kadriorg',
  uptime: 97.5,
  days: [100, 95, 90, null, null],
  offline_minutes: [0, 72, 144, 0, 0],
  maintenance_minutes: [0, 0, 60, 1440, 0],
}

describe('cells of uptime', () => {
  const { lines, tipAt, legend, table } = uptimeCells({ from_day: '2026-10-30' }, { count: 1, places: [place] }, format)

  test('a day is good, lower or low; in maintenance only it is apart, and out of service unknown', () => {
    expect(lines[0]).toMatchObject({
      cells: ['good', 'lower', 'low', 'apart', 'unknown'],
      value: '97.5 %',
      kind: 'lower',
    })
    expect(legend.map(({ name }) => name)).toEqual([
      '99 % or more',
      '95 to 99 %',
      'Below 95 %',
      'Maintenance',
      'Not in service',
    ])
  })

  test('a cell says its location, its day, its uptime and its minutes', () => {
    const { title, lines: said } = tipAt({ row: 0, column: 2 })
    expect(title).toMatch(/^Kadriorg, .*Nov/)
    expect(said.map(({ name, value }) => `${name} ${value}`)).toEqual([
      'Uptime 90 %',
      'Offline 144 min',
      'Maintenance 60 min',
    ])
  })

  test('the table has a column for each day', () => {
    expect(table.head).toHaveLength(7)
    expect(table.rows[0]?.cells).toEqual(['Kadriorg', 97.5, 100, 95, 90, null, null])
  })

  test('what was agreed decides what is good', () => {
    expect(cellKind(99.2, 0, 99.5)).toBe('lower')
    expect(cellKind(95.4, 0, 99.5)).toBe('low')
    expect(cellKind(98, 0, 97)).toBe('good')
  })

  test('kinds differ by shape as well as by colour', () => {
    const shapes = (['good', 'lower', 'low', 'apart', 'unknown'] as const).map((kind) => pathOf([kind], kind))
    expect(new Set(shapes).size).toBe(5)
  })
})
