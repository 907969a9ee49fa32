import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listHardwareCommands } from '@wheelhouse/contract/commands/commands.ts'
import {
  changeConfigs,
  getConfigMetadata,
  setLowVoltageThreshold,
} from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { ConfigParameter } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { checkMesh, createMesh } from '@wheelhouse/contract/meshes/meshes.ts'
import {
  applyTemplate,
  createTemplate,
  deleteTemplate,
  listTemplates,
  listTemplateVersions,
  templateVersions,
  previewTemplate,
  updateTemplate,
} from '@wheelhouse/contract/templates/templates.ts'
import { makeSite } from '../../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../../test/gateway/gateway-fixtures.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeConfig, someParameters } from '../hardware-config/samples.ts'
import { makeTemplate } from './samples.ts'

let w: TestApp
let site: Site
let technician: Caller
let second: string

beforeAll(async () => {
  w = await testApp({ WHEELHOUSE_KEY: 'a key of the templates' })
})
afterAll(() => w.end())
beforeEach(async () => {
  site = await makeSite(w)
  second = await w.make.hardware(site.controller_id)
  await w.make.device(site.location_id, { number: 8, hardware_id: second })
  technician = await w.person([
    {
      group_id: site.organization.owner,
      needs: {
        location: ['GET'],
        device: ['GET'],
        organization: ['GET'],
        hardware: ['GET', 'UPDATE', 'GET_PARAMS', 'SET_PARAMS', 'GET_CONFIG_TEMPLATES'],
      },
    },
  ])
})

const values = [{ key: 'buzzer_level', value: 6 }]
const change = (hardware_ids: string[], wanted: typeof values = values) =>
  technician.call(changeConfigs, { body: { hardware_ids, values: wanted, comment: 'Too quiet' } })

test('metadata are the parameters of a firmware as read last, without a value of any hardware', async () => {
  const metadata = async (firmware_name: string) =>
    (await technician.ask(getConfigMetadata, { query: { firmware_name } })).parameters
  const [older, newer] = someParameters as [ConfigParameter, ConfigParameter]
  await makeConfig(w, site.hardware_id, { firmware_name: 'dock-g7', params: [older] })
  expect(await metadata('dock-g7')).toMatchObject([{ key: 'buzzer_level', type: 'integer', min: 0, max: 10 }])
  w.clock.advance(1)
  await makeConfig(w, second, { firmware_name: 'dock-g7', params: [{ ...older, value: 9, max: 12 }, newer] })
  expect(await metadata('dock-g7')).toMatchObject([{ key: 'buzzer_level', max: 12 }, { key: 'low_voltage_mv' }])
  expect(JSON.stringify(await metadata('dock-g7'))).not.toContain('"value"')
  expect(await metadata('dock-g99')).toEqual([])
})

test('a configuration that the heartbeats contradict must be fetched first', async () => {
  await makeConfig(w, site.hardware_id)
  const later = new Date(w.clock.now().getTime() + 60_000).toISOString()
  await w.pool.query(
    `update hardware_state set config_hash = 'eeeeeeeeeeeeeeee', last_heartbeat_at = $2 where hardware_id = $1`,
    [site.hardware_id, later],
  )
  expect((await change([site.hardware_id])).body.error_code).toBe('config_outdated')
})

test('only what differs is sent, with the hash that the hardware must have; a second change waits for the first', async () => {
  await makeConfig(w, site.hardware_id)
  expect((await change([site.hardware_id], [{ key: 'buzzer_level', value: 3 }])).body.error_code).toBe('no_changes')
  expect((await change([site.hardware_id], [{ key: 'buzzer_level', value: 99 }])).body.error_code).toBe(
    'parameter_out_of_range',
  )
  expect((await change([site.hardware_id], [{ key: 'warp_drive', value: 1 }])).body.error_code).toBe(
    'unknown_parameter',
  )
  const { body } = await change([site.hardware_id])
  expect(body.results).toMatchObject([
    { status: 'in_progress', changes: [{ key: 'buzzer_level', before: 3, after: 6 }] },
  ])
  const { rows } = await w.pool.query(`select args from commands where name = 'set_paramsys'`)
  expect(rows[0].args).toEqual({ expected_config_hash: '0123456789abcdef', params: values })
  expect((await change([site.hardware_id])).body.error_code).toBe('config_change_running')
})

test('rights: the command history names the parameters that were set, and no value', async () => {
  await makeConfig(w, site.hardware_id)
  await change([site.hardware_id])
  const reader = await w.person([
    { group_id: site.organization.owner, needs: { hardware: ['GET', 'GETCMDSHISTORY'], device: ['GET'] } },
  ])
  const { body } = await reader.call(listHardwareCommands, { params: { hardware_id: site.hardware_id } })
  expect(body).toMatchObject({ items: [{ name: 'set_paramsys', args: { keys: ['buzzer_level'] }, result: null }] })
})

test.each([
  [0, 409],
  [2_999, 400],
  [3_000, 200],
  [60_000, 200],
  [60_001, 400],
])('values (low voltage): %i mV is answered %i', async (low_voltage_mv, status) => {
  await makeConfig(w, site.hardware_id)
  const answer = await technician.call(setLowVoltageThreshold, {
    body: { hardware_id: site.hardware_id, low_voltage_mv },
  })
  expect(answer.status, answer.text).toBe(status)
})

test('spec 5: a template fits hardware with the same firmware name only; several are for a change set', async () => {
  await makeConfig(w, site.hardware_id)
  await makeConfig(w, second, { firmware_name: 'dock-g2' })
  const template_id = await makeTemplate(w, site.organization.id)
  const hardware_ids = [site.hardware_id, second]
  const preview = await technician.call(previewTemplate, { body: { template_id, hardware_ids } })
  expect(preview.body.items).toMatchObject([
    { refusal: null, changes: [{ key: 'buzzer_level', before: 3, after: 6 }] },
    { refusal: 'The template is for hardware with another firmware name', changes: [] },
  ])
  const apply = (ids: string[]) =>
    technician.call(applyTemplate, { body: { template_id, hardware_ids: ids, comment: 'Quieter' } })
  expect((await apply(hardware_ids)).body.error_code).toBe('needs_change_set')
  expect((await apply([second])).body.error_code).toBe('firmware_name_differs')
  const deadline_at = new Date(w.clock.now().getTime() + 30_000).toISOString()
  expect((await apply([site.hardware_id])).body.results).toMatchObject([
    { hardware_id: site.hardware_id, status: 'in_progress', template_version: 1, deadline_at },
  ])
})

test('a template is made from hardware, keeps its versions, and is unknown to another organization', async () => {
  await makeConfig(w, site.hardware_id)
  await w.pool.query('update console_users set organization_id = $2 where id = $1', [
    technician.id,
    site.organization.id,
  ])
  const body = { name: 'Quiet docks', description: '', values, hardware_id: site.hardware_id }
  const { body: template, status } = await technician.call(createTemplate, { body })
  expect([status, template.firmware_name, template.version]).toEqual([200, 'dock-g3', 1])
  expect((await technician.refused(createTemplate, { body })).body.error_code).toBe('template_name_taken')
  const secretValue = { ...body, name: 'With a secret', values: [{ key: 'apn', value: 'x' }] }
  expect((await technician.refused(createTemplate, { body: secretValue })).body.error_code).toBe('secret_parameter')
  const edited = await technician.call(updateTemplate, {
    params: { template_id: template.id },
    body: {
      name: 'Quiet docks',
      description: '',
      values: [{ key: 'buzzer_level', value: 1 }],
      comment: 'Still too loud',
    },
    headers: { 'if-match': '"1"' },
  })
  expect(edited.body.version).toBe(2)
  const versions = await technician.call(listTemplateVersions, { query: { template_id: template.id } })
  expect(versions.body.items.map(({ version }: { version: number }) => version)).toEqual([2, 1])
  const file = await technician.send(templateVersions.csv, {
    query: { template_id: template.id, column: ['version', 'params'] },
  })
  expect(file.text.split('\r\n').slice(1, -1)).toEqual(['2,buzzer_level=1', '1,buzzer_level=6'])
  const other = await w.person([
    { group_id: (await w.make.organization()).owner, needs: { hardware: ['GET_CONFIG_TEMPLATES', 'SET_PARAMS'] } },
  ])
  expect((await other.ask(listTemplates, { query: { id: template.id } })).items).toEqual([])
  const foreign = await other.call(updateTemplate, {
    params: { template_id: template.id },
    body: { name: 'Mine now', description: '', values, comment: '' },
    headers: { 'if-match': '"2"' },
  })
  expect(foreign.status).toBe(404)
})

test('rights: SET_PARAMS over one lock changes no template that is for all hardware of the organization', async () => {
  await makeConfig(w, site.hardware_id)
  const { organization } = site
  const template_id = await makeTemplate(w, organization.id)
  const group = await w.make.group()
  await w.make.members('location', site.location_id, [group])
  const installer = await w.person(
    [
      { group_id: group, needs: { location: ['GET'], hardware: ['GET', 'GET_PARAMS', 'SET_PARAMS'] } },
      { group_id: organization.owner, needs: { hardware: ['GET_CONFIG_TEMPLATES'] } },
    ],
    organization.id,
  )
  const ref = { params: { template_id }, headers: { 'if-match': '"1"' } }
  const words = { name: 'Loud docks', description: '', values }
  const replies = [
    await installer.call(createTemplate, { body: { ...words, hardware_id: site.hardware_id } }),
    await installer.call(updateTemplate, { ...ref, body: { ...words, comment: '' } }),
    await installer.call(deleteTemplate, ref),
  ]
  expect(replies.map(({ status, body }) => [status, body.missing])).toEqual(
    replies.map(() => [403, 'SET_PARAMS on hardware']),
  )
  expect((await technician.call(deleteTemplate, ref)).status).toBe(204)
})

test('spec 5: a mesh names each id that cannot be in it, and one that is not seen is not known', async () => {
  const elsewhere = await makeSite(w)
  const hardware_ids = [site.controller_id, site.hardware_id, 'ABCDEF0123456789ABCDEF01', elsewhere.hardware_id]
  const { body } = await technician.call(createMesh, { body: { hardware_ids } })
  expect(body.error_results).toMatchObject([
    { hardware_id: 'ABCDEF0123456789ABCDEF01', error_message: 'Invalid Hardware ID' },
    { hardware_id: elsewhere.hardware_id, error_message: 'Invalid Hardware ID' },
  ])
  const checked = await technician.call(checkMesh, { body: { hardware_ids } })
  expect(checked.body.items.map(({ refusal }: { refusal: string | null }) => refusal)).toEqual([
    null,
    null,
    'Invalid Hardware ID',
    'Invalid Hardware ID',
  ])
  const made = await technician.call(createMesh, { body: { hardware_ids: hardware_ids.slice(0, 2) } })
  expect(made.body.command).toMatchObject({ name: 'set_mesh', hardware_id: site.controller_id, status: 'in_progress' })
  expect(made.body.command.args.children.toSorted()).toEqual([site.hardware_id, second].toSorted())
})

test('rights: a mesh is checked without hardware that is not seen: it hinders nobody, and nobody waits for it', async () => {
  const elsewhere = await makeSite(w)
  const refusals = async (hardware_ids: string[]) =>
    (await technician.ask(checkMesh, { body: { hardware_ids } })).items.map(
      ({ refusal }: { refusal: string | null }) => refusal,
    )
  const unknown = 'Invalid Hardware ID'
  expect(await refusals([elsewhere.controller_id, site.controller_id, site.hardware_id])).toEqual([unknown, null, null])
  const held = await w.pool.connect()
  await held.query('begin')
  const theirs = [elsewhere.controller_id, elsewhere.hardware_id]
  await held.query('select from hardware where hardware_id = any($1) for update', [theirs])
  try {
    expect(await refusals([elsewhere.hardware_id, site.hardware_id])).toEqual([unknown, null])
  } finally {
    await held.query('rollback')
    held.release()
  }
})
