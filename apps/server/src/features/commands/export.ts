import type {
  Command,
  exportDeviceCommands,
  listDeviceCommands,
  listLocationCommands,
} from '@wheelhouse/contract/commands/commands.ts'
import type { ParamsOf, QueryOf } from '@wheelhouse/contract/route.ts'
import type { Ctx } from '../../platform/context.ts'
import type { CsvColumns } from '../../lists/export.ts'
import type { ListInput, Page } from '../../lists/list-pages.ts'
import { commandsOfDevice, commandsOfLocation } from './queries.ts'

type Asked<R> = ListInput<ParamsOf<R>, QueryOf<R>>

export const deviceCommandRows = (
  { db }: Ctx,
  { params, query }: Asked<typeof listDeviceCommands>,
): Promise<Page<Command>> => commandsOfDevice(db, params.device_id, query)

export const locationCommandRows = (
  { db }: Ctx,
  { params, query }: Asked<typeof listLocationCommands>,
): Promise<Page<Command>> => commandsOfLocation(db, params.location_id, query)

export const commandCells: CsvColumns<typeof exportDeviceCommands, Command> = {
  id: (row) => row.id,
  created_at: (row) => row.created_at,
  device_type: (row) => row.device_type,
  device_number: (row) => row.device_number,
  hardware_id: (row) => row.hardware_id,
  name: (row) => row.name,
  status: (row) => row.status,
  step: (row) => row.step,
  failure: (row) => row.failure,
  reason: (row) => row.reason,
  comment: (row) => row.comment,
  requested_by_name: (row) => row.requested_by_name,
  health_at_request: (row) => row.health_at_request,
  sent_at: (row) => row.sent_at,
  received_at: (row) => row.received_at,
  deadline_at: (row) => row.deadline_at,
  ended_at: (row) => row.ended_at,
}
