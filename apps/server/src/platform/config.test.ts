import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (settings: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgres://x', WHEELHOUSE_DATA: '/x', ...settings })

test.each([
  ['MQTT_URL', 'mqtt://gateway:secret@broker.example.org:1883'],
  ['MQTT_URL', 'mqtt://gateway:secret@localhost:1883,broker.example.org:1883'],
  ['FILES_URL', 's3+http://key:secret@s3.example.org/photos'],
])(
  'security 19g: %s to another machine without TLS ends the start, and the sentence repeats no password',
  (name, url) => {
    expect(() => read({ [name]: url })).toThrow(/with TLS/)
    expect(() => read({ [name]: url })).not.toThrow(/secret/)
  },
)

test.each([
  ['MQTT_URL', 'mqtt://localhost:1883'],
  ['MQTT_URL', 'mqtt://gateway:secret@127.0.0.1:1883,[::1]:1884'],
  ['MQTT_URL', 'mqtts://gateway:secret@a.example.org:8883,b.example.org:8883'],
  ['MQTT_URL', 'mqtts://gateway:secret@broker.example.org:8883'],
  ['FILES_URL', 's3+http://key:secret@127.0.0.1:9000/photos'],
  ['FILES_URL', 's3://key:secret@s3.example.org/photos'],
])('%s with %s is accepted', (name, url) => {
  expect(() => read({ [name]: url })).not.toThrow()
})
