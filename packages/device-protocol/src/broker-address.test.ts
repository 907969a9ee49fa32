import { expect, test } from 'vitest'
import { readBrokerAddress } from './broker-address.ts'

test('an address names an account and one node or several, each with its port or the usual one', () => {
  expect(readBrokerAddress('mqtts://gateway:a%20secret@broker.example.org')).toEqual({
    protocol: 'mqtts',
    servers: [{ host: 'broker.example.org', port: 8883 }],
    username: 'gateway',
    password: 'a secret',
  })
  expect(readBrokerAddress('mqtt://gateway:x@127.0.0.1:2001,[::1]:2002,localhost')?.servers).toEqual([
    { host: '127.0.0.1', port: 2001 },
    { host: '::1', port: 2002 },
    { host: 'localhost', port: 1883 },
  ])
  expect(readBrokerAddress('mqtt://localhost:80/')).toMatchObject({ servers: [{ port: 80 }], username: '' })
})

test.each(['', 'broker.example.org', 'tcp://host', 'mqtt://', 'mqtt://a,', 'mqtt://a:x', 'mqtt://a/b', 'mqtt://a b'])(
  '"%s" is no address of a broker',
  (text) => {
    expect(readBrokerAddress(text)).toBeNull()
  },
)
