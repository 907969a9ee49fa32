import type { Aim, Measured, Range, Verdict } from './measure.ts'

const columnTitles = [
  'benchmark',
  'size',
  'what',
  'subject',
  'peer',
  'peer is',
  'ratio (range)',
  'aim',
  'verdict',
  'load',
]

/** The table for a terminal. */
export function textTable(lines: readonly Measured[]): string {
  const rows = [columnTitles, ...lines.map(cellsOf)]
  const widths = columnTitles.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cellsOf(line: Measured): string[] {
  const { bench, size, what, unit, subject, peer, peerName, ratio, aim, verdict, load } = line
  return [
    bench,
    size,
    what,
    `${figure(subject.median)} ${unit}`,
    peer ? `${figure(peer.median)} ${unit}` : '–',
    peerName,
    ratio ? rangeText(ratio) : '–',
    aimText(aim, unit),
    verdictText[verdict],
    `${load.least.toFixed(1)} to ${load.most.toFixed(1)}`,
  ]
}

const verdictText: Record<Verdict, string> = { met: 'met', missed: 'MISSED', reported: '–' }

const rangeText = ({ median, least, most }: Range): string =>
  `${ratioText(median)} (${ratioText(least)} to ${ratioText(most)})`
const ratioText = (value: number): string => (value >= 10 ? value.toFixed(1) : value.toFixed(2))

function aimText(aim: Aim | null, unit: string): string {
  if (!aim) return '–'
  if (aim.is === 'under') return `under ${figure(aim.value)} ${unit}`
  if (aim.is === 'over') return `at least ${figure(aim.value)} ${unit}`
  if (aim.is === 'peer plus') return `peer + ${figure(aim.more)} ${unit}`
  return `${aim.is} ${aim.ratio}`
}

/** Rounded to three significant digits. */
export function figure(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return Number(value.toPrecision(3)).toString()
}

const begin = '<!-- bench -->'
const end = '<!-- /bench -->'

/** Replaces these lines in the page's benchmark section; lines of benchmarks that did not run are kept. */
export function writtenInto(
  page: string,
  lines: readonly Measured[],
  { head, names }: { head: string; names: readonly string[] },
): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The page has no section for benchmarks: ${begin} ${end}`)
  const ran = new Set(lines.map((line) => line.bench))
  const kept = page
    .slice(from, to)
    .split('\n')
    .filter((line) => names.includes(benchOf(line)) && !ran.has(benchOf(line)))
  const rows = [...kept, ...lines.map((line) => `| ${cellsOf(line).join(' | ')} |`)]
  const sorted = rows.toSorted((a, b) => names.indexOf(benchOf(a)) - names.indexOf(benchOf(b)))
  const table = [`| ${columnTitles.join(' | ')} |`, `|${columnTitles.map(() => '---|').join('')}`, ...sorted].join('\n')
  return `${page.slice(0, from)}${begin}\n${head}\n\n${table}\n${page.slice(to)}`
}

const benchOf = (line: string): string => line.split('|')[1]?.trim() ?? ''
