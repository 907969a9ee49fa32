import { describe, expect, test } from 'vitest'
import { readText } from './read-text.ts'

const bytes = (...values: number[]): ArrayBuffer => new Uint8Array(values).buffer

describe('a file is read in the encoding that it has', () => {
  test.each([
    ['UTF-8', bytes(0xc3, 0x9c, 0x6c), 'Ül', 'utf-8'],
    ['UTF-8 with a mark', bytes(0xef, 0xbb, 0xbf, 0xc3, 0x9c), 'Ü', 'utf-8'],
    ['UTF-16 of a spreadsheet', bytes(0xff, 0xfe, 0xdc, 0x00, 0x6c, 0x00), 'Ül', 'utf-8'],
    ['UTF-16, the other way round', bytes(0xfe, 0xff, 0x00, 0xdc), 'Ü', 'utf-8'],
    ['Western European', bytes(0xdc, 0x6c, 0x65), 'Üle', 'windows-1252'],
    ['nothing', bytes(), '', 'utf-8'],
  ])('%s', (_name, file, text, encoding) => {
    expect(readText(file)).toEqual({ text, encoding })
  })

  test('another code page, when the person says so', () => {
    expect(readText(bytes(0xf0), 'windows-1257').text).toBe('š')
    expect(readText(bytes(0x9c), 'windows-1250').text).toBe('ś')
  })
})
