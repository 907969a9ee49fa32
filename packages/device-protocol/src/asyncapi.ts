import * as z from 'zod'
import type { BrokerAddress } from './broker-address.ts'
import { wireCommandNames, wireCommands } from './commands.ts'
import { messageSchemas } from './messages.ts'
import type { MessageKind } from './messages.ts'

interface Channel {
  address: string
  says: string
  from: 'device' | 'server'
  qos: 0 | 1
  retain: boolean
}

const channels: Record<MessageKind, Channel> = {
  status: {
    address: 'hw/{controller_id}/status',
    says: 'Whether a controller is connected: retained, and its last will',
    from: 'device',
    qos: 1,
    retain: true,
  },
  heartbeat: {
    address: 'hw/{controller_id}/{hardware_id}/heartbeat',
    says: 'Heartbeat with telemetry',
    from: 'device',
    qos: 0,
    retain: false,
  },
  event: {
    address: 'hw/{controller_id}/{hardware_id}/event',
    says: 'Event at the hardware; delivered at least once',
    from: 'device',
    qos: 1,
    retain: false,
  },
  command: {
    address: 'hw/{controller_id}/{hardware_id}/command',
    says: 'A command to the hardware; ignored when expired or already run',
    from: 'server',
    qos: 1,
    retain: false,
  },
  response: {
    address: 'hw/{controller_id}/{hardware_id}/response',
    says: 'Progress or result of a command',
    from: 'device',
    qos: 1,
    retain: false,
  },
}

const idParameter = { description: 'Hexadecimal digits, upper case, compared without case' }

const channelOf = (kind: MessageKind) => ({
  address: channels[kind].address,
  description: channels[kind].says,
  parameters: { controller_id: idParameter, ...(kind === 'status' ? {} : { hardware_id: idParameter }) },
  messages: { [kind]: { $ref: `#/components/messages/${kind}` } },
})

const operationOf = (kind: MessageKind) => ({
  // From the server's perspective: it sends commands and receives everything else.
  action: channels[kind].from === 'server' ? 'send' : 'receive',
  channel: { $ref: `#/channels/${kind}` },
  messages: [{ $ref: `#/channels/${kind}/messages/${kind}` }],
  bindings: { mqtt: { qos: channels[kind].qos, retain: channels[kind].retain, bindingVersion: '0.2.0' } },
})

const messageOf = (kind: MessageKind) => ({
  name: kind,
  contentType: 'application/json',
  payload: {
    schemaFormat: 'application/schema+json;version=draft-07',
    schema: z.toJSONSchema(messageSchemas[kind], { target: 'draft-7', io: 'input' }),
  },
})

const commandOf = (name: (typeof wireCommandNames)[number]) => ({
  time_limit_ms: wireCommands[name].time_limit_ms,
  device_types: wireCommands[name].device_types,
  args: z.toJSONSchema(wireCommands[name].args, { target: 'draft-7', io: 'input' }),
})

const isMessageKind = (name: string): name is MessageKind => Object.hasOwn(channels, name)

/** Where devices connect. */
export interface BrokerServer {
  protocol: BrokerAddress['protocol']
  /** With its port; an IPv6 address in brackets. */
  host: string
}

/** The names of AsyncAPI for both. */
const protocolNames: Record<BrokerServer['protocol'], string> = { mqtt: 'mqtt', mqtts: 'secure-mqtt' }

const usualServer: BrokerServer = { protocol: 'mqtt', host: 'localhost:1883' }

/** The device protocol as AsyncAPI 3.0, generated from the schemas that validate it. */
export function asyncApiDocument(version = '1.0.0', { protocol, host } = usualServer) {
  const kinds = Object.keys(channels).filter(isMessageKind)
  const each = <T>(of: (kind: MessageKind) => T): Record<string, T> =>
    Object.fromEntries(kinds.map((kind) => [kind, of(kind)]))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Wheelhouse device protocol',
      version,
      description: 'Hardware uses MQTT 3.1.1; payloads are UTF-8 JSON of at most 64 KiB, times RFC 3339 UTC.',
    },
    defaultContentType: 'application/json',
    servers: {
      broker: {
        host,
        protocol: protocolNames[protocol],
        protocolVersion: '3.1.1',
        security: [{ $ref: '#/components/securitySchemes/controller' }],
      },
    },
    channels: each(channelOf),
    operations: each(operationOf),
    components: {
      securitySchemes: {
        controller: { type: 'userPassword', description: "The controller's hardware id and its own secret" },
      },
      messages: each(messageOf),
    },
    'x-commands': Object.fromEntries(wireCommandNames.map((name) => [name, commandOf(name)])),
  }
}
