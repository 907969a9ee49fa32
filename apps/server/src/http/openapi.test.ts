import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import { search } from '@wheelhouse/contract/search/search.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { TestApp } from '../../test/support/test-app.ts'
import { accessLabels } from './openapi.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())

const get = (url: string) => w.app.inject({ method: 'GET', url })

test('each operation says who may call it', async () => {
  const { paths } = (await get('/openapi.json')).json() as {
    paths: Record<string, Record<string, { description?: string; security?: [] }>>
  }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  expect(operations.length).toBeGreaterThan(50)
  expect(operations.filter(({ description }) => !description?.startsWith('**Access** '))).toEqual([])
  expect(paths['/location/v1/locations/{location_id}']?.get?.description).toBe(
    '**Access** `GET` on `location`, held on the `location` that the address names; one that is not seen is 404.',
  )
  expect(accessLabels(search)).toContain('Anyone who is signed in: each type asks for its own permission')
  expect(accessLabels({ ...getLocation, needsVersion: true })).toContain('If-Match')
})

test('O8: a stranger can call the API from its document alone', async () => {
  const document = (await get('/openapi.json')).json() as {
    servers: { url: string }[]
    security: object[]
    components: { securitySchemes: Record<string, { flows: { authorizationCode: Record<string, unknown> } }> }
    paths: Record<string, Record<string, { operationId: string; responses: Record<string, { content?: object }> }>>
    tags: { name: string }[]
  }
  expect(document.servers[0]?.url).toBe('http://localhost:3000')
  expect(document.security).toContainEqual({ sign_in: ['signin.user.admin', 'console.user'] })
  expect(document.components.securitySchemes.sign_in?.flows.authorizationCode).toMatchObject({
    authorizationUrl: 'http://localhost:3001/oauth2/authorize',
    tokenUrl: 'http://localhost:3001/oauth2/token',
  })
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const names = operations.map(({ operationId }) => operationId)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(names.filter((name) => !/^[a-z][A-Za-z0-9]{2,80}$/.test(name))).toEqual([])
  expect(document.paths['/location/v1/locations/{location_id}']?.get?.operationId).toBe('getLocation')
  expect(document.paths['/location/v1/locations/{location_id}']?.put?.operationId).toBe('setLocation')
  for (const { operationId, responses } of operations) {
    expect([operationId, Object.keys(responses)]).toEqual([operationId, expect.arrayContaining(['429', '503'])])
    expect([operationId, responses['204']?.content]).toEqual([operationId, undefined])
  }
  expect(JSON.stringify(document)).not.toContain('Default Response')
  expect(document.tags.map(({ name }) => name)).toContain('location')
})

test('reading calls name the header of a view, and no other call does', async () => {
  const document = (await get('/openapi.json')).json() as {
    paths: Record<string, Record<string, { parameters?: { $ref?: string }[] }>>
    components: { parameters: { ViewAs: { name: string; in: string; required: boolean; description: string } } }
  }
  expect(document.components.parameters.ViewAs).toMatchObject({ name: 'x-view-as', in: 'header', required: false })
  for (const code of ['invalid_header', 'view_over', 'view_is_read_only'])
    expect(document.components.parameters.ViewAs.description).toContain(code)
  const named = { $ref: '#/components/parameters/ViewAs' }
  const operation = (method: string, path: string) => document.paths[path]?.[method]?.parameters ?? []
  expect(operation('get', '/location/v1/locations/{location_id}')).toContainEqual(named)
  expect(operation('get', '/location/v1/locations')).toContainEqual(named)
  // A file, the rows of the caller, a write, and what needs no token.
  expect(operation('get', '/location/v1/locations.csv')).not.toContainEqual(named)
  expect(operation('get', '/user/v1/profile/notices')).not.toContainEqual(named)
  expect(operation('post', '/location/v1/locations')).not.toContainEqual(named)
  expect(JSON.stringify(document)).not.toContain('x-takes-view')
})

test('O5: the device protocol names the broker that devices connect to', async () => {
  const broker = (document: string): object => JSON.parse(document).servers.broker
  expect(broker((await get('/asyncapi.json')).payload)).toMatchObject({ protocol: 'mqtt', host: 'localhost:1883' })
  const documentWith = async (MQTT_URL: string): Promise<string> => {
    const other = await testApp({ MQTT_URL })
    const { payload } = await other.app.inject({ method: 'GET', url: '/asyncapi.json' })
    await other.end()
    return payload
  }
  const document = await documentWith('mqtts://gateway:secret@broker.example.org:8883')
  // The name that AsyncAPI has for MQTT over TLS.
  expect(broker(document)).toMatchObject({ protocol: 'secure-mqtt', host: 'broker.example.org:8883' })
  expect(document).not.toContain('secret@')
  expect(broker(await documentWith('mqtt://[::1]'))).toMatchObject({ protocol: 'mqtt', host: '[::1]:1883' })
})

describe('the reference at /docs', () => {
  test('reads without a token, from this origin alone and with nothing inline', async () => {
    const page = await get('/docs')
    expect(page.statusCode).toBe(200)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    const addresses = [...page.payload.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '')
    expect(addresses.length).toBeGreaterThan(5)
    for (const address of addresses) {
      expect(address).toMatch(/^\/docs\/static\//)
      const file = await get(address)
      expect([address, file.statusCode, file.headers['content-security-policy']]).toEqual([address, 200, policy])
    }
    expect(page.payload).not.toMatch(/<script(?![^>]*src=)|<style|style=|onload=/)
  })

  test('shows the document that /openapi.json is', async () => {
    expect((await get('/docs/json')).json()).toEqual((await get('/openapi.json')).json())
  })
})
