import { sendCommand } from '@wheelhouse/contract/commands/commands.ts'
import { fieldOf } from '@wheelhouse/contract/certain.ts'
import { endsOf } from '../../apps/server/test/gateway/device-load.ts'
import { must } from '../bench.ts'
import type { Ground } from './ground.ts'
import { askOrFail } from './writes.ts'

const body = { name: 'identify', reason: 'testing', comment: 'In flight', args: {} }

/** Sends a command to each of these docks; returns the ids of those that were taken. */
export async function sendToAll({ docks, token }: Pick<Ground, 'docks' | 'token'>, url: string): Promise<string[]> {
  const ids: string[] = []
  for (const { device_id } of docks) {
    const path = sendCommand.path.replace(':device_id', device_id)
    const reply = await askOrFail({ url: `${url}${path}`, method: 'POST', token, body })
    must(reply.status === 200, `A command was answered ${reply.status}: ${reply.text.slice(0, 200)}`)
    ids.push(String(fieldOf(Object(JSON.parse(reply.text)), 'id')))
  }
  return ids
}

export async function openCommands({ pool }: Ground, ids: readonly string[]): Promise<number> {
  return (await endsOf(pool, ids)).filter(({ status }) => status === 'in_progress').length
}

/** Each command has exactly one end, and it is a success or the time limit. */
export async function checkEnds({ pool }: Ground, ids: readonly string[]): Promise<void> {
  const ends = await endsOf(pool, ids)
  must(ends.length === ids.length, `${ids.length - ends.length} commands are lost`)
  const wrong = ends.filter(({ ends: count }) => count !== 1)
  must(wrong.length === 0, `${wrong.length} commands have no end or several: ${wrong[0]?.id}`)
  const other = ends.find(({ status }) => status !== 'success' && status !== 'hardware_timeout')
  must(!other, `A command ended as ${other?.status}`)
}
