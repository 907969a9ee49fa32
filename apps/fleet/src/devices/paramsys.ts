import type { ParameterValue } from '@wheelhouse/device-protocol/canonical-json.ts'
import { parameterDefinitions, parametersOf, refusalOfValue } from '@wheelhouse/device-protocol/parameters.ts'
import type { ParamsysInfo, ReportedParameter } from '@wheelhouse/device-protocol/parameters.ts'
import { hashOfConfig } from '../platform/digest.ts'
import { hashOf } from '../platform/random.ts'
import { misreportsHash } from './faults.ts'
import type { Hardware } from './hardware.ts'

type Values = Record<string, ParameterValue>

/** About one piece in 14 was set by hand at some time and differs from the others of its kind. */
const isSetByHand = (hardwareId: string): boolean => hashOf(`by hand ${hardwareId}`) % 14 === 0

function definitionOf(key: string) {
  const definition = parameterDefinitions[key]
  if (!definition) throw new Error(`There is no parameter ${key}`)
  return definition
}

/** What it was delivered with: the defaults of its kind, its site, and what a technician once changed. */
function deliveredValues({ type, hardware_id, location_code }: Hardware): Values {
  const defaults = Object.fromEntries(parametersOf(type).map((key) => [key, definitionOf(key).default]))
  const uplink: Values =
    type === 'controller'
      ? { wifi_ssid: `site-${location_code || 'bench'}`, wifi_enabled: hashOf(hardware_id) % 2 === 0 }
      : {}
  return { ...defaults, ...uplink, ...(isSetByHand(hardware_id) ? { buzzer_level: 7, led_brightness: 90 } : {}) }
}

export const valuesOf = (hardware: Hardware): Values => ({ ...deliveredValues(hardware), ...hardware.params })

export const usesWifi = (hardware: Hardware): boolean => valuesOf(hardware).wifi_enabled === true

function reportOf(key: string, value: ParameterValue): ReportedParameter {
  const { only: _, ...definition } = definitionOf(key)
  return { key, ...definition, value: definition.is_secret ? null : value }
}

/** The answer to `get_paramsys_info`: these keys, or all. */
export function paramsysInfo(hardware: Hardware, keys?: readonly string[]): ParamsysInfo {
  const values = valuesOf(hardware)
  const wanted = Object.entries(values).filter(([key]) => !keys || keys.includes(key))
  return {
    config_hash: misreportsHash(hardware.behaviour) ? '0000000000000000' : hashOfConfig(values),
    params: wanted.map(([key, value]) => reportOf(key, value)),
  }
}

export interface Wanted {
  expected_config_hash: string
  params: readonly { key: string; value: ParameterValue }[]
}

/** All or none. Returns why not, or whether the new values need a restart. */
export function setParameters(hardware: Hardware, wanted: Wanted): string | { before: string; needsRestart: boolean } {
  const values = valuesOf(hardware)
  const before = hashOfConfig(values)
  if (before !== wanted.expected_config_hash) return 'config_hash_differs'
  for (const { key, value } of wanted.params) {
    const definition = key in values ? parameterDefinitions[key] : undefined
    const refusal = definition ? refusalOfValue(key, definition, value) : 'unknown_parameter'
    if (refusal) return refusal
  }
  for (const { key, value } of wanted.params) hardware.params[key] = value
  return {
    before,
    needsRestart: wanted.params.some(
      ({ key, value }) => values[key] !== value && parameterDefinitions[key]?.needs_restart,
    ),
  }
}
