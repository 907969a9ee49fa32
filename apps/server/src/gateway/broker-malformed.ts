import type { ConnectPacket, PublishPacket } from 'aedes'

/** Packets that MQTT 3.1.1 calls malformed and the package lets pass. Their connections are ended. */

/** 1.5.3-1 and 1.5.3-2: what is not UTF-8 was decoded to U+FFFD. 2.3.1-1: a message with an acknowledgement has an id. */
export const isMalformedPublish = ({ topic, qos, messageId }: PublishPacket): boolean =>
  topic.includes('\u0000') || topic.includes('\uFFFD') || (qos > 0 && messageId === 0)

/** 3.1.2-14: there is no QoS 3. */
export const isMalformedConnect = ({ will }: ConnectPacket): boolean => Number(will?.qos) > 2

const connackUnacceptableLevel = Buffer.from([0x20, 2, 0, 1])

/** 3.1.2-2: another version of the protocol is refused by name. */
export const versionAnswer = ({ message }: Error): Buffer | undefined =>
  message === 'Invalid protocol version' ? connackUnacceptableLevel : undefined
