import type { ParameterChange } from '@wheelhouse/contract/hardware-config/hardware-config.ts'

const valueText = (value: ParameterChange['before']): string => (value === null ? '–' : String(value))

/** A changed parameter in a file: "buzzer_level: 2 → 1". */
export const changeText = ({ key, before, after }: ParameterChange): string =>
  `${key}: ${valueText(before)} → ${valueText(after)}`
