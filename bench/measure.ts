import { loadavg } from 'node:os'
import { certain, keysOf, recordOf } from '@wheelhouse/contract/certain.ts'

/** Figures of several rounds. */
export interface Range {
  median: number
  least: number
  most: number
}

/**
 * The aims of proof.md: at least or at most a ratio to the peer, the peer's figure plus a margin, or an absolute bound,
 * which is reported and never fails the run.
 */
export type Aim =
  | { is: 'at least' | 'at most'; ratio: number }
  | { is: 'peer plus'; more: number }
  | { is: 'under'; value: number }
  | { is: 'over'; value: number }

export type Verdict = 'met' | 'missed' | 'reported'

/** One line of the table. */
export interface Measured {
  bench: string
  what: string
  /** Number of rows, devices or grants. */
  size: string
  unit: string
  peerName: string
  subject: Range
  peer: Range | null
  /** The subject's figure divided by the peer's, per round. */
  ratio: Range | null
  aim: Aim | null
  verdict: Verdict
  /** Load average of the machine during the rounds. */
  load: Range
}

export interface Rounds {
  subject: number[]
  peer: number[]
  load: number[]
}

/** Subject and peer alternate, and so does the one that begins, because the machine is shared and noisy. */
export async function interleaved(
  rounds: number,
  subject: () => Promise<number>,
  peer: () => Promise<number>,
): Promise<Rounds> {
  const { figures, load } = await interleavedSides(rounds, { subject, peer })
  return { ...figures, load }
}

/** The same for a subject with several peers: each round has a figure of everybody. */
export async function interleavedSides<Side extends string>(
  rounds: number,
  sides: Record<Side, () => Promise<number>>,
): Promise<{ figures: Record<Side, number[]>; load: number[] }> {
  const names = keysOf(sides)
  const figures = recordOf(names, (): number[] => [])
  const load: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) figures[name].push(await sides[name]())
    load.push(loadNow())
  }
  return { figures, load }
}

/** The same for a subject without a peer. */
export async function repeated(rounds: number, subject: () => Promise<number>): Promise<Rounds> {
  const figures: Rounds = { subject: [], peer: [], load: [] }
  for (let round = 0; round < rounds; round++) {
    figures.subject.push(await subject())
    figures.load.push(loadNow())
  }
  return figures
}

export const loadNow = (): number => loadavg()[0] ?? 0

export function rangeOf(values: readonly number[]): Range {
  if (values.length === 0) throw new Error('Nothing was measured')
  return { median: quantile(values, 0.5), least: Math.min(...values), most: Math.max(...values) }
}

/** Interpolates between two values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * part
  const [low, high] = [sorted[Math.floor(place)] ?? Number.NaN, sorted[Math.ceil(place)] ?? Number.NaN]
  return low + (high - low) * (place - Math.floor(place))
}

type Description = Pick<Measured, 'bench' | 'what' | 'size' | 'unit' | 'peerName'> & { aim?: Aim }

/** Ratios are computed per round, because a disturbance affects both halves of a round. */
export function summarize(description: Description, { subject, peer, load }: Rounds): Measured {
  const aim = description.aim ?? null
  const hasPeer = peer.length > 0
  if (hasPeer && peer.length !== subject.length) throw new Error('Subject and peer ran different numbers of rounds')
  const ratio = hasPeer
    ? rangeOf(subject.map((value, round) => (value === peer[round] ? 1 : value / certain(peer[round]))))
    : null
  const line = {
    ...description,
    aim,
    subject: rangeOf(subject),
    peer: hasPeer ? rangeOf(peer) : null,
    ratio,
    load: rangeOf(load),
  }
  return { ...line, verdict: verdictOf(line) }
}

/** Uses the median. */
export function verdictOf({
  subject,
  peer,
  ratio,
  aim,
}: Pick<Measured, 'subject' | 'peer' | 'ratio' | 'aim'>): Verdict {
  if (aim === null) return 'reported'
  if (aim.is === 'under') return subject.median < aim.value ? 'met' : 'missed'
  if (aim.is === 'over') return subject.median >= aim.value ? 'met' : 'missed'
  if (!peer || !ratio) throw new Error(`The aim '${aim.is}' needs a peer`)
  if (aim.is === 'peer plus') return subject.median <= peer.median + aim.more ? 'met' : 'missed'
  return (aim.is === 'at least' ? ratio.median >= aim.ratio : ratio.median <= aim.ratio) ? 'met' : 'missed'
}
