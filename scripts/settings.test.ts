import { expect, test } from 'vitest'
import { isLoopback, ownPorts, readSettings } from './settings.ts'

test('without settings everything has its default', () => {
  expect(readSettings({})).toMatchObject({
    ports: { PORT: 3000, IDENTITY_PORT: 3001, MQTT_PORT: 1883 },
    host: undefined,
    databaseUrl: undefined,
    isProduction: false,
    warnings: [],
  })
})

test.each([
  [{ PORT: 'abc' }, `PORT is 'abc'; a port is a number from 1 to 65535.`],
  [{ PORT: '0' }, `PORT is '0'; a port is a number from 1 to 65535.`],
  [{ MQTT_PORT: '65536' }, `MQTT_PORT is '65536'; a port is a number from 1 to 65535.`],
  [{ PORT: '1e3' }, `PORT is '1e3'; a port is a number from 1 to 65535.`],
  [{ PORT: '3001' }, 'PORT and IDENTITY_PORT are both 3001; each needs a port of its own.'],
  [{ NODE_ENV: 'prod' }, `NODE_ENV is 'prod'; it is one of development, production, test, or not set.`],
  [
    { HOST: 'http://x' },
    `HOST is 'http://x'; it is the name or address to listen on, without a port, such as 127.0.0.1.`,
  ],
  [
    { DATABASE_URL: 'mysql://u:secret@h/d' },
    'DATABASE_URL is not an address of a PostgreSQL database, such as postgresql://user:password@host:5432/wheelhouse.',
  ],
  [
    { DATABASE_URL: 'postgres://a@h/d', SERVICES_DATABASE_URL: 'postgres://b@h/d' },
    'SERVICES_DATABASE_URL and IDENTITY_DATABASE_URL are set together, beside DATABASE_URL, whose role owns the database.',
  ],
  [
    { SERVICES_DATABASE_URL: 'postgres://a@h/d', IDENTITY_DATABASE_URL: 'postgres://b@h/d' },
    'SERVICES_DATABASE_URL and IDENTITY_DATABASE_URL are set together, beside DATABASE_URL, whose role owns the database.',
  ],
  [
    {
      DATABASE_URL: 'postgres://a@h/d',
      SERVICES_DATABASE_URL: 'postgres://b@h/d',
      IDENTITY_DATABASE_URL: 'postgres://b@h/d',
    },
    'SERVICES_DATABASE_URL and IDENTITY_DATABASE_URL each name a role of their own.',
  ],
  [
    { MQTT_URL: 'tcp://u:secret@h' },
    'MQTT_URL is not an address such as mqtts://gateway:password@broker.example.org:8883.',
  ],
  [{ IDENTITY_URL: 'id.example.org' }, 'IDENTITY_URL is not an address such as https://id.example.org.'],
  [
    { IDENTITY_URL: 'http://id.example.org' },
    'IDENTITY_URL is not encrypted: it begins with https:// unless the provider is on this machine.',
  ],
  [
    { WHEELHOUSE_KEY: 'secret' },
    'WHEELHOUSE_KEY is too short: 32 characters at least, such as openssl rand -base64 32 makes.',
  ],
])('%j is refused in one sentence', (env, sentence) => {
  expect(() => readSettings(env)).toThrow(new Error(sentence))
})

test('a setting without effect is named', () => {
  expect(readSettings({ WHEELHOUSE_PORT: '1', WHEELHOUSE_DATA: '/x', NATS_URL: 'nats://x' }).warnings).toEqual([
    'WHEELHOUSE_PORT is not a setting of Wheelhouse and is ignored.',
    'NATS_URL is not obeyed by this version, which uses its embedded default.',
  ])
})

test.each([
  [undefined, true],
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['127.0.0.1.example.org', false],
  ['10.0.0.1', false],
])('HOST %s is loopback: %s', (host, is) => {
  expect(isLoopback(host)).toBe(is)
})

test('a broker may be named by each node of its cluster', () => {
  const MQTT_URL = 'mqtts://gateway:secret@a.example.org,b.example.org:8884'
  expect(readSettings({ MQTT_URL }).mqttUrl).toBe(MQTT_URL)
})

test('an external broker or identity provider uses no local port', () => {
  expect(ownPorts(readSettings({}))).toEqual(['PORT', 'IDENTITY_PORT', 'MQTT_PORT'])
  expect(
    ownPorts(readSettings({ MQTT_URL: 'mqtts://broker.example.org', IDENTITY_URL: 'https://id.example.org' })),
  ).toEqual(['PORT'])
})
