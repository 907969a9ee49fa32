import type { ConfigParameter, ParameterValue } from './hardware-config.ts'

/** One parameter of a configuration or a template; the value of a secret is null. */
export type ComparedValue = Pick<ConfigParameter, 'key' | 'value'> &
  Partial<Pick<ConfigParameter, 'unit' | 'is_secret'>>

/** `hidden`: a secret, of which nobody knows whether it differs. */
type Comparison = 'differs' | 'left_only' | 'right_only' | 'same' | 'hidden'

export interface ComparedRow {
  key: string
  left: ParameterValue | null
  right: ParameterValue | null
  unit: string | null
  comparison: Comparison
}

/** What a person looks for. */
export const isDifference = ({ comparison }: Pick<ComparedRow, 'comparison'>): boolean =>
  comparison !== 'same' && comparison !== 'hidden'

function comparisonOf(left: ComparedValue | undefined, right: ComparedValue | undefined): Comparison {
  if (left === undefined) return 'right_only'
  if (right === undefined) return 'left_only'
  if (left.is_secret || right.is_secret) return 'hidden'
  return left.value === right.value ? 'same' : 'differs'
}

/**
 * Compares parameter by parameter, in the order of the left side and then of what only the right side has. A template
 * says nothing of the parameters that it leaves out, so of these `keysOf: 'right'` shows none.
 */
export function compareConfigs(
  left: readonly ComparedValue[],
  right: readonly ComparedValue[],
  keysOf: 'both' | 'right' = 'both',
): ComparedRow[] {
  const [ofLeft, ofRight] = [new Map(left.map((one) => [one.key, one])), new Map(right.map((one) => [one.key, one]))]
  const keys = [...new Set([...ofLeft.keys(), ...ofRight.keys()])]
  return keys
    .filter((key) => keysOf === 'both' || ofRight.has(key))
    .map((key) => {
      const [one, other] = [ofLeft.get(key), ofRight.get(key)]
      return {
        key,
        left: one?.value ?? null,
        right: other?.value ?? null,
        unit: one?.unit ?? other?.unit ?? null,
        comparison: comparisonOf(one, other),
      }
    })
}
