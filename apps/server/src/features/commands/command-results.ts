import { sql } from 'kysely'
import type { ResponseMessage } from '@wheelhouse/device-protocol/messages.ts'
import type { Db, Tx } from '../../platform/context.ts'
import { noteOfDevice } from '../hardware-state/placed-hardware.ts'
import type { PlacedDevice, PlacedHardware } from '../hardware-state/placed-hardware.ts'
import { hardwareActor, systemActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import { publishChange, withJournal, openJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { publishCommand } from './issue.ts'
import { isFirstTime } from '../hardware-state/seen-events.ts'
import { noteOfVehicle, publishVehicle } from './vehicle-commands.ts'
import { vehicleColumns, vehicleJoin } from './vehicle-rows.ts'
import type { SentToVehicle } from './vehicle-rows.ts'

/** How an answer was taken. An end never changes: what comes after it is late or said before. */
export type Taken = 'step' | 'ended' | 'repeated' | 'late_answer' | 'unknown_command'

interface Asked extends SentToVehicle {
  id: string
  name: string
  status: string
  location_id: string | null
  requested_by: string | null
}

/** What the hardware said in the end, for the features that asked for it. It may come after the time limit: it is true all the same. */
export interface CommandAnswer {
  command_id: string
  name: string
  hardware: PlacedHardware
  status: 'success' | 'failed' | 'unhandled'
  data: Record<string, unknown>
}
type OnAnswer = (tx: Tx, journal: Journal, answer: CommandAnswer) => Promise<void>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** What the device answers, applied exactly once however often it comes. */
export async function takeAnswer(
  tx: Tx,
  journal: Journal,
  hardware: PlacedHardware,
  answer: ResponseMessage,
  onAnswer: OnAnswer = async () => undefined,
): Promise<Taken> {
  const command = uuid.test(answer.command_id) ? await askedOf(tx, hardware.hardware_id, answer.command_id) : undefined
  if (!command) return 'unknown_command'
  const react = async (): Promise<void> => {
    if (answer.status === 'in_progress') return
    const { id: command_id, name } = command
    await onAnswer(tx, journal, { command_id, name, hardware, status: answer.status, data: answer.data ?? {} })
  }
  if (command.status === 'hardware_timeout') {
    const taken = await takeLateAnswer(tx, journal, hardware, command, answer)
    if (taken === 'late_answer') await react()
    return taken
  }
  if (command.status !== 'in_progress') return 'repeated'
  if (answer.status === 'in_progress') return takeStep(tx, journal, hardware, command, answer)
  const failure = answer.status === 'failed' ? answer.reason : null
  const now = journal.at.toISOString()
  await sql`update commands set status = ${answer.status}, step = 'received', failure = ${failure}, received_at = coalesce(received_at, ${now}::timestamptz),
    ended_at = ${now}::timestamptz, result = ${answer.data ? JSON.stringify(answer.data) : null}::jsonb where id = ${command.id}::uuid`.execute(
    tx,
  )
  recordEnd(journal, hardware.device, command, {
    status: answer.status,
    failure,
    actor: hardwareActor(hardware.hardware_id),
  })
  await react()
  return 'ended'
}

async function askedOf(tx: Tx, hardwareId: string, commandId: string): Promise<Asked | undefined> {
  const { rows } = await sql<Asked>`
    select c.id, c.name, c.status, c.location_id, c.requested_by, ${vehicleColumns} from commands c ${vehicleJoin}
    where c.id = ${commandId}::uuid and c.hardware_id = ${hardwareId} for update of c`.execute(tx)
  return rows[0]
}

type Step = Extract<ResponseMessage, { status: 'in_progress' }>

async function takeStep(
  tx: Tx,
  journal: Journal,
  { device }: PlacedHardware,
  command: Asked,
  answer: Step,
): Promise<Taken> {
  const progress = JSON.stringify({ step: answer.step, percent: answer.percent ?? null })
  const { rows } = await sql`
    update commands set step = 'received', received_at = coalesce(received_at, ${journal.at.toISOString()}::timestamptz), result = ${progress}::jsonb
    where id = ${command.id}::uuid and (step <> 'received' or result is distinct from ${progress}::jsonb) returning id`.execute(
    tx,
  )
  if (rows.length === 0) return 'repeated'
  recordChange(journal, device, command)
  return 'step'
}

/** Kept in history once; the command stays timed out. */
async function takeLateAnswer(
  tx: Tx,
  journal: Journal,
  { hardware_id, device }: PlacedHardware,
  command: Asked,
  answer: ResponseMessage,
): Promise<Taken> {
  if (answer.status === 'in_progress') return 'late_answer'
  const seen = `answer:${command.id}:${answer.status}`
  if (!(await isFirstTime(tx, hardware_id, seen, journal.at))) return 'repeated'
  const after = { command: command.name, command_id: command.id, status: answer.status, failure: answer.reason ?? null }
  const note = {
    actor: hardwareActor(hardware_id),
    feature: 'commands',
    verb: 'late_answer',
    before: null,
    after,
  } as const
  noteOfDevice(journal, device, note)
  noteOfVehicle(journal, command, note)
  return 'late_answer'
}

interface End {
  status: string
  failure: string | null
  actor: Actor
}

function recordEnd(
  journal: Journal,
  device: PlacedDevice | null,
  command: Asked,
  { status, failure, actor }: End,
): void {
  const after = { command: command.name, command_id: command.id, status, ...(failure ? { failure } : {}) }
  const note = { actor, feature: 'commands', verb: 'ended', before: { status: 'in_progress' }, after } as const
  noteOfDevice(journal, device, note)
  noteOfVehicle(journal, command, note)
  recordChange(journal, device, command)
}

function recordChange(journal: Journal, device: PlacedDevice | null, command: Asked): void {
  publishCommand(journal, command)
  publishVehicle(journal, command)
  if (device) publishChange(journal, 'device', device.id, device.location_id)
}

const batch = 200

/** Ends what nobody answered in time, oldest first; returns how many. More may be left when it is a whole batch. */
export async function endOverdueCommands(db: Db, now: Date): Promise<number> {
  const journal = openJournal(now)
  return withJournal(db, journal, async (tx) => {
    const ended = await timeOut(tx, now)
    for (const command of ended)
      recordEnd(journal, deviceOf(command), command, { status: 'hardware_timeout', failure: null, actor: systemActor })
    return ended.length
  })
}

/**
 * Hardware that is taken out of its device: what was not sent yet never goes out, and of the rest nobody waits for an
 * answer any more. One that comes all the same changes nothing.
 */
export async function cancelCommandsOf(tx: Tx, journal: Journal, hardwareIds: readonly string[]): Promise<void> {
  const { rows } = await sql<Overdue & { failure: string }>`
    with ended as (update commands c set status = 'failed', ended_at = ${journal.at.toISOString()}::timestamptz,
        failure = case when step = 'not_sent' then 'cancelled_before_sending' else 'hardware_removed' end
      where c.status = 'in_progress' and c.hardware_id = any(${[...hardwareIds]}::text[])
      returning c.id, c.name, c.status, c.failure, c.location_id, c.device_id, c.requested_by, c.rental_device_id)
    select c.*, d.number, d.type, ${vehicleColumns} from ended c left join devices d on d.id = c.device_id ${vehicleJoin}`.execute(
    tx,
  )
  for (const command of rows)
    recordEnd(journal, deviceOf(command), command, { status: 'failed', failure: command.failure, actor: systemActor })
}

/** A person cancelled it before it was sent. */
export async function recordCancellation(tx: Tx, journal: Journal, id: string, actor: Actor): Promise<void> {
  const { rows } =
    await sql<Overdue>`select c.id, c.name, c.status, c.location_id, c.requested_by, c.device_id, d.number, d.type, ${vehicleColumns}
    from commands c left join devices d on d.id = c.device_id ${vehicleJoin} where c.id = ${id}::uuid`.execute(tx)
  for (const command of rows)
    recordEnd(journal, deviceOf(command), command, { status: 'failed', failure: 'cancelled_before_sending', actor })
}

type Overdue = Asked & { device_id: string | null; number: number | null; type: string | null }

function deviceOf({ device_id, location_id, number, type }: Overdue): PlacedDevice | null {
  return device_id && location_id && number !== null && type ? { id: device_id, location_id, number, type } : null
}

// The state is a literal in the text: the partial index of commands in progress needs it.
async function timeOut(tx: Tx, now: Date): Promise<Overdue[]> {
  const at = now.toISOString()
  const { rows } = await sql<Overdue>`
    with due as (select id from commands where status = 'in_progress' and deadline_at <= ${at}::timestamptz order by deadline_at limit ${batch} for update skip locked),
    ended as (update commands c set status = 'hardware_timeout', ended_at = ${at}::timestamptz from due where c.id = due.id
      returning c.id, c.name, c.status, c.location_id, c.device_id, c.requested_by, c.rental_device_id)
    select c.*, d.number, d.type, ${vehicleColumns} from ended c left join devices d on d.id = c.device_id ${vehicleJoin}`.execute(
    tx,
  )
  return rows
}
