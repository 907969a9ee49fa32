import type { Fixtures } from './fixtures.ts'
import type { Aim, Measured, Rounds } from './measure.ts'
import { summarize } from './measure.ts'

export interface Options {
  rounds: number
  /** Length of one half of a round under load. */
  seconds: number
  connections: number
  /** Numbers of sessions in the databases on which lists are measured. */
  scales: readonly number[]
  /** Plants a fault that makes the subject fast and wrong: the run must then fail. */
  isFaulty: boolean
}

export interface Bench {
  name: string
  /** The fault that `--fault` plants. */
  fault: string
  run(fixtures: Fixtures, options: Options): Promise<Measured[]>
}

/** The subject does not do what is being measured. */
export class BrokenSubject extends Error {}

/** Throws where it does not. */
export function must(holds: boolean, words: string): asserts holds {
  if (!holds) throw new BrokenSubject(words)
}

type Description = Pick<Measured, 'what' | 'size' | 'unit' | 'peerName'> & { aim?: Aim }

/** Collects the lines of one benchmark and prints each as it arrives. */
export function ledger(bench: string, { say }: Pick<Fixtures, 'say'>) {
  const lines: Measured[] = []
  return {
    lines,
    add(description: Description, rounds: Rounds): void {
      const line = summarize({ bench, ...description }, rounds)
      lines.push(line)
      const ratio = line.ratio
        ? `ratio ${line.ratio.median.toFixed(2)}`
        : `${line.subject.median.toFixed(1)} ${line.unit}`
      say(`  ${bench}, ${line.size}, ${line.what}: ${ratio}${line.verdict === 'reported' ? '' : `, ${line.verdict}`}`)
    },
  }
}
