import type { Fixtures } from './fixtures.ts'
import type { Aim, Measured, Rounds } from './measure.ts'
import { measured } from './measure.ts'

export interface Options {
  rounds: number
  /** Of one half of a round under load. */
  seconds: number
  connections: number
  /** Sessions of the databases that lists are measured on. */
  scales: readonly number[]
  /** Plants a fault that makes the subject fast and wrong: the run must break. */
  isFaulty: boolean
}

export interface Bench {
  name: string
  /** The fault that `--fault` plants. */
  fault: string
  run(ground: Fixtures, options: Options): Promise<Measured[]>
}

/** The subject does not do what it is measured for. */
export class BrokenSubject extends Error {}

export function must(holds: boolean, words: string): void {
  if (!holds) throw new BrokenSubject(words)
}

type Told = Pick<Measured, 'what' | 'size' | 'unit' | 'peerName'> & { aim?: Aim }

/** Lines of one benchmark, told while they come. */
export function ledger(bench: string, { say }: Pick<Fixtures, 'say'>) {
  const lines: Measured[] = []
  return {
    lines,
    add(told: Told, rounds: Rounds): void {
      const line = measured({ bench, ...told }, rounds)
      lines.push(line)
      const ratio = line.ratio
        ? `ratio ${line.ratio.median.toFixed(2)}`
        : `${line.subject.median.toFixed(1)} ${line.unit}`
      say(`  ${bench}, ${line.size}, ${line.what}: ${ratio}${line.verdict === 'told' ? '' : `, ${line.verdict}`}`)
    },
  }
}
