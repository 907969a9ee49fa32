import type { ExternalDevice, exportExternalDevices } from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { CsvColumns } from '../../lists/export.ts'

export const externalDeviceCells: CsvColumns<typeof exportExternalDevices, ExternalDevice> = {
  id: (device) => device.id,
  location_code: (device) => device.location_code,
  location_label: (device) => device.location_label,
  name: (device) => device.name,
  type: (device) => device.type,
  external_id: (device) => device.external_id,
  iccid: (device) => device.iccid,
  msisdn: (device) => device.msisdn,
  sim_provider: (device) => device.sim_provider,
  sim_status: (device) => device.sim_status,
  sim_status_at: (device) => device.sim_status_at,
  sms_commands: (device) => device.sms_commands.map(({ name, payload }) => `${name}: ${payload}`).join('\n'),
  links: (device) => device.links.map(({ label, url }) => `${label}: ${url}`).join('\n'),
  comment: (device) => device.comment,
  instructions: (device) => device.instructions,
  created_at: (device) => device.created_at,
  updated_at: (device) => device.updated_at,
}
