import type { Identity } from '../identity.ts'

export interface FaultOptions {
  /** How often the fault is made. */
  times: number
  /** Plants a defect in what is tested: the run must then fail. */
  isFaulty: boolean
}

export interface FaultFixtures {
  /** Of this run alone; it is deleted afterwards. */
  folder: string
  identity: Identity
  say: (line: string) => void
}

export interface Fault {
  name: string
  /** How often it is made unless `--times` says otherwise: about a minute on two cores. */
  usualTimes: number
  /** The defect that `--fault` plants. */
  planted: string
  /** Returns what was done and found, or throws `BrokenSubject`. */
  run(fixtures: FaultFixtures, options: FaultOptions): Promise<string>
}

/** The fault cannot be made on this machine. */
export class NotPossible extends Error {}
