import mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import type { CommandMessage } from '@wheelhouse/device-protocol/messages.ts'
import {
  commandsTo,
  eventTopic,
  heartbeatTopic,
  responseTopic,
  statusTopic,
} from '@wheelhouse/device-protocol/topics.ts'
import type { Clock } from '../../src/platform/clock.ts'

/** For tests: a controller that sends what the test specifies, over a real socket. */
export interface ScriptedController {
  client: MqttClient
  /** Received commands, for itself and its children. */
  commands: CommandMessage[]
  event(hardwareId: string, type: string, data: object, more?: object): Promise<string>
  answer(hardwareId: string, commandId: string, status: string, more?: object): Promise<void>
  heartbeat(hardwareId: string, more?: object): Promise<void>
  say(topic: string, payload: string | Buffer, qos?: 0 | 1): Promise<void>
  close(): Promise<void>
}

let serial = 0

export async function scriptedController(
  port: number,
  id: string,
  secret: string,
  clock: Clock,
): Promise<ScriptedController> {
  const at = (): string => clock.now().toISOString()
  const will = {
    topic: statusTopic(id),
    payload: JSON.stringify({ online: false, at: at(), reason: 'lost' }),
    qos: 1 as const,
    retain: true,
  }
  const client = await mqtt.connectAsync({
    host: '127.0.0.1',
    port,
    clientId: id,
    username: id,
    password: secret,
    clean: false,
    will,
  })
  const commands: CommandMessage[] = []
  client.on('message', (_topic, payload) => commands.push(JSON.parse(payload.toString()) as CommandMessage))
  await client.subscribeAsync(commandsTo(id), { qos: 1 })
  const say = async (topic: string, payload: string | Buffer, qos: 0 | 1 = 1): Promise<void> =>
    void (await client.publishAsync(topic, payload, { qos }))
  await client.publishAsync(statusTopic(id), JSON.stringify({ online: true, at: at() }), { qos: 1, retain: true })
  return {
    client,
    commands,
    say,
    async event(hardwareId, type, data, more = {}) {
      const event = { id: `e${++serial}`, seq: 2 ** 32 + serial, at: at(), type, data, ...more }
      await say(eventTopic(id, hardwareId), JSON.stringify(event))
      return JSON.stringify(event)
    },
    answer: (hardwareId, commandId, status, more = {}) =>
      say(responseTopic(id, hardwareId), JSON.stringify({ command_id: commandId, status, at: at(), ...more })),
    heartbeat: (hardwareId, more = {}) =>
      say(
        heartbeatTopic(id, hardwareId),
        JSON.stringify({ ...heartbeatBody, seq: 2 ** 32 + ++serial, at: at(), ...more }),
        0,
      ),
    close: () => client.endAsync(),
  }
}

const heartbeatBody = {
  uptime_s: 3600,
  firmware_name: 'dock',
  firmware_version: '3.2.1',
  pcb_version: 'C',
  protocol_version: '1',
  rssi_dbm: -61,
  wifi: null,
  supply_mv: 12040,
  temperature_c: 21.5,
  config_hash: '0123456789abcdef',
}
