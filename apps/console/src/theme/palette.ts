import type { MantineColorsTuple } from '@mantine/core'

// OKLCH hues 236 (sea blue), 155, 82, 55, 24, 298; neutrals hue 252. Contrast of each pair was calculated: change none alone.
export const wheelhouse: MantineColorsTuple = [
  '#e8f6fe',
  '#cdebff',
  '#a4dbfd',
  '#71c5f7',
  '#38afec',
  '#0995d1',
  '#057cae',
  '#00648d',
  '#004c6e',
  '#00364f',
]
export const green: MantineColorsTuple = [
  '#e6f9ec',
  '#ccf1d8',
  '#a7e3bb',
  '#77d199',
  '#41be78',
  '#1ba461',
  '#03894e',
  '#016f3e',
  '#00552e',
  '#003d1f',
]
export const amber: MantineColorsTuple = [
  '#fdf2e0',
  '#f7e4c0',
  '#eece94',
  '#e1b359',
  '#d09808',
  '#b18104',
  '#946b00',
  '#775602',
  '#5c4100',
  '#422d00',
]
export const orange: MantineColorsTuple = [
  '#fff0e7',
  '#ffdfcb',
  '#ffc49d',
  '#fba263',
  '#ef8224',
  '#d06b01',
  '#ae5902',
  '#8d4600',
  '#6d3500',
  '#4f2400',
]
export const red: MantineColorsTuple = [
  '#fef0ee',
  '#feddda',
  '#fec1bc',
  '#fe9b95',
  '#ff6e6a',
  '#e74d4e',
  '#c7373b',
  '#a4252b',
  '#801a1f',
  '#5c1214',
]
export const violet: MantineColorsTuple = [
  '#f5f1ff',
  '#e9e1ff',
  '#d8c9fe',
  '#c4a9fe',
  '#af8cf4',
  '#9774d9',
  '#7e5dba',
  '#66499a',
  '#4e3778',
  '#372656',
]
export const dark: MantineColorsTuple = [
  '#dfe3e8',
  '#b8bec5',
  '#939ba3',
  '#828a93',
  '#333a42',
  '#252b31',
  '#1b2026',
  '#13181d',
  '#0c1015',
  '#06080c',
]
export const gray: MantineColorsTuple = [
  '#f8fafc',
  '#f1f4f7',
  '#e6eaee',
  '#d8dde2',
  '#bfc5cc',
  '#6e757e',
  '#606872',
  '#49515a',
  '#2f363f',
  '#181f26',
]
