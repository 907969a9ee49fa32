import {
  commentExternalDevice,
  createExternalDevice,
  deleteExternalDevice,
  exportExternalDevices,
  getExternalDevice,
  listExternalDevices,
  listSmsMessages,
  refreshSim,
  refreshSims,
  sendSmsCommand,
  updateExternalDevice,
} from '@wheelhouse/contract/external-devices/external-devices.ts'
import { serveExport } from '../../lists/export.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { externalDeviceCells } from './export.ts'
import * as devices from './external-devices.ts'
import { externalDeviceById, externalDevicePage, smsMessagesOf } from './queries.ts'
import * as updates from './sim-updates.ts'
import * as messages from './sms-messages.ts'

export function externalDeviceRoutes(on: On): void {
  serve(on, listExternalDevices, (input, ctx) => externalDevicePage(ctx, input))
  serveExport(on, exportExternalDevices, externalDevicePage, externalDeviceCells)
  serve(on, getExternalDevice, ({ params }, ctx) => externalDeviceById(ctx, params))
  serve(on, createExternalDevice, ({ params, body }, ctx) =>
    devices.createExternalDevice(ctx, params.location_id, body),
  )
  serve(on, updateExternalDevice, ({ params, body, version }, ctx) =>
    devices.updateExternalDevice(ctx, params, body, version),
  )
  serve(on, commentExternalDevice, ({ params, body, version }, ctx) =>
    devices.commentExternalDevice(ctx, params, body.comment, version),
  )
  serve(
    on,
    deleteExternalDevice,
    async ({ params, version }, ctx) => void (await devices.deleteExternalDevice(ctx, params, version)),
  )
  serve(on, refreshSim, ({ params }, ctx) => updates.refreshSim(ctx, params))
  serve(on, refreshSims, ({ params }, ctx) => updates.refreshSims(ctx, params.location_id))
  serve(on, sendSmsCommand, ({ params, body, version }, ctx) =>
    messages.sendSmsCommand(ctx, params, body.command, version),
  )
  serve(on, listSmsMessages, ({ params, query }, ctx) => smsMessagesOf(ctx, params, query))
}
