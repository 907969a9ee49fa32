import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { ConfigParameter, ParameterValue } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { applyAnswer } from '../../src/gateway/command-effects.ts'
import { openJournal, withJournal } from '../../src/journal/journal.ts'
import { takeAnswer } from '../../src/features/commands/command-results.ts'
import { placedHardware } from '../../src/features/hardware-state/placed-hardware.ts'
import type { TestApp } from '../support/test-app.ts'

/** `silent` never answers, `lost` takes the change and sends no heartbeat again, `keeps` confirms and changes nothing. */
export type Manner = 'good' | 'refuses' | 'silent' | 'lost' | 'keeps'

interface Piece {
  manner: Manner
  values: Record<string, ParameterValue>
  version: string
}

interface Waiting {
  id: string
  hardware_id: string
  name: string
  args: { params?: { key: string; value: ParameterValue }[]; version?: string }
}

const parameter = (key: string, value: ParameterValue): ConfigParameter => ({
  key,
  value,
  type: 'integer',
  min: 0,
  max: 60_000,
  default: 0,
  needs_restart: false,
  is_secret: false,
})

const isAnswering = (piece: Piece | undefined): boolean => piece !== undefined && piece.manner !== 'silent'

const hashOf = (values: Piece['values']): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16)

/** For tests without a broker: hardware that answers what is in the database, in its own manner, and reports after it. */
export function answeringHardware(w: TestApp) {
  const pieces = new Map<string, Piece>()

  const report = async (id: string): Promise<void> => {
    const piece = pieces.get(id)
    if (!piece || piece.manner === 'lost') return
    await w.pool.query(
      `insert into hardware_state (hardware_id, last_heartbeat_at, config_hash, firmware_name, firmware_version) values ($1, $2, $3, 'dock-g3', $4)
       on conflict (hardware_id) do update set last_heartbeat_at = excluded.last_heartbeat_at, config_hash = excluded.config_hash,
         firmware_name = excluded.firmware_name, firmware_version = excluded.firmware_version`,
      [id, w.clock.now().toISOString(), hashOf(piece.values), piece.version],
    )
  }

  const answer = async (command: Waiting, status: 'success' | 'failed', more: object): Promise<void> => {
    const journal = openJournal(w.clock.now())
    await withJournal(w.db, journal, async (tx) => {
      const hardware = await placedHardware(tx, command.hardware_id)
      const message = { command_id: command.id, status, at: w.clock.now().toISOString(), ...more }
      if (hardware)
        await takeAnswer(tx, journal, hardware, message as never, (inside, notes, said) =>
          applyAnswer(w, inside, notes, said),
        )
    })
  }

  const obey = async (command: Waiting): Promise<void> => {
    const piece = pieces.get(command.hardware_id)
    if (!piece) return
    if (piece.manner === 'refuses' && command.name !== 'get_paramsys_info')
      return answer(command, 'failed', { reason: 'refused' })
    if (command.name === 'firmware_update') piece.version = command.args.version ?? piece.version
    if (command.name === 'set_paramsys' && piece.manner !== 'keeps')
      for (const { key, value } of command.args.params ?? []) piece.values[key] = value
    const params = Object.entries(piece.values).map(([key, value]) => parameter(key, value))
    const data = command.name === 'get_paramsys_info' ? { config_hash: hashOf(piece.values), params } : {}
    return answer(command, 'success', { data })
  }

  return {
    pieces,
    async add(id: string, manner: Manner = 'good'): Promise<void> {
      const piece: Piece = { manner: 'good', values: { buzzer_level: 3, led_brightness: 50 }, version: '2.13.0' }
      pieces.set(id, piece)
      await report(id)
      const params = Object.entries(piece.values).map(([key, value]) => parameter(key, value))
      const at = new Date(w.clock.now().getTime() - 60_000).toISOString()
      await w.pool.query(
        `insert into hardware_configs (id, hardware_id, config_hash, params, read_at, confirmed_at, command_id)
         values (gen_random_uuid(), $1, $2, $3, $4, $4, $5)`,
        [id, hashOf(piece.values), JSON.stringify(params), at, uuidv7()],
      )
      piece.manner = manner
    },
    /** Answers all commands in progress, also those that follow from an answer, and then sends a heartbeat of each piece. */
    async work(): Promise<number> {
      let answered = 0
      for (;;) {
        const { rows } = await w.pool.query<Waiting>(
          `select id, hardware_id, name, args from commands where status = 'in_progress' order by id`,
        )
        const able = rows.filter(({ hardware_id }) => isAnswering(pieces.get(hardware_id)))
        if (able.length === 0) break
        for (const command of able) await obey(command)
        answered += able.length
      }
      w.clock.advance(1_000)
      for (const id of pieces.keys()) await report(id)
      return answered
    },
  }
}
