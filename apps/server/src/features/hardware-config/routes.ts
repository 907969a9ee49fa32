import {
  changeConfigs as changeConfigsRoute,
  configChanges,
  configReadings,
  fetchConfigs as fetchConfigsRoute,
  getConfigMetadata,
  getHardwareConfig,
  setLowVoltageThreshold,
} from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { changeText } from './change-text.ts'
import { changeConfigs, setLowVoltage } from './changes.ts'
import { fetchConfigs } from './fetches.ts'
import { configChangeList } from './queries.ts'
import { configOf, metadataOf, readingsOf } from './readings.ts'

export function hardwareConfigRoutes(on: On): void {
  serve(on, getHardwareConfig, ({ params }, ctx) => configOf(ctx, params.hardware_id))
  serve(on, getConfigMetadata, ({ query }, ctx) => metadataOf(ctx, query.firmware_name))
  serve(on, configReadings, ({ params }, ctx) => readingsOf(ctx, params.hardware_id))
  serveList(on, configChanges, configChangeList, { cells: { changes: ({ changes }) => changes.map(changeText) } })
  serve(on, fetchConfigsRoute, async ({ body }, ctx) => ({ results: await fetchConfigs(ctx, body.hardware_ids) }))
  serve(on, changeConfigsRoute, ({ body }, ctx) => changeConfigs(ctx, body))
  serve(on, setLowVoltageThreshold, ({ body }, ctx) => setLowVoltage(ctx, body))
}
