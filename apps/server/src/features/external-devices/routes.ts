import {
  commentExternalDevice,
  createExternalDevice,
  deleteExternalDevice,
  externalDevices,
  getExternalDevice,
  listSmsMessages,
  refreshSim,
  refreshSims,
  sendSmsCommand,
  updateExternalDevice,
} from '@wheelhouse/contract/external-devices/external-devices.ts'
import { serveList } from '../../lists/serve-list.ts'
import type { Cells } from '../../lists/serve-list.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import * as devices from './external-devices.ts'
import { externalDeviceById, externalDeviceList, smsMessagesOf } from './queries.ts'
import * as updates from './sim-updates.ts'
import * as messages from './sms-messages.ts'

const cells: Cells<typeof externalDevices> = {
  sms_commands: (device) => device.sms_commands.map(({ name, payload }) => `${name}: ${payload}`).join('\n'),
  links: (device) => device.links.map(({ label, url }) => `${label}: ${url}`).join('\n'),
}

export function externalDeviceRoutes(on: On): void {
  serveList(on, externalDevices, externalDeviceList, { cells })
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
