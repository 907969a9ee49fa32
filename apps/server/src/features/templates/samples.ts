import { uuidv7 } from 'uuidv7'
import {
  applyTemplate,
  createTemplate,
  deleteTemplate,
  listTemplates,
  listTemplateVersions,
  previewTemplate,
  updateTemplate,
} from '@wheelhouse/contract/templates/templates.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import { serial } from '../../../test/support/serial.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makeConfig } from '../hardware-config/samples.ts'

const values = [{ key: 'buzzer_level', value: 6 }]

/** A template of an organization, or of the provider. */
export async function makeTemplate(
  w: TestApp,
  organization_id: string | null,
  more: Record<string, unknown> = {},
): Promise<string> {
  const id = uuidv7()
  const at = w.clock.now().toISOString()
  const person = uuidv7()
  const template = {
    id,
    organization_id,
    name: `Template ${serial()}`,
    firmware_name: 'dock-g3',
    device_type: 'dock',
    params: JSON.stringify(values),
    created_by: person,
    updated_by: person,
    created_at: at,
    updated_at: at,
    ...more,
  }
  await w.db.insertInto('config_templates').values(template).execute()
  const version = {
    id: uuidv7(),
    template_id: id,
    version: 1,
    params: template.params,
    comment: '',
    created_by: person,
    created_at: at,
  }
  await w.db.insertInto('config_template_versions').values(version).execute()
  return id
}

async function configured(w: TestApp): Promise<string> {
  const hardware_id = await w.make.hardware(await w.make.controller())
  await makeConfig(w, hardware_id)
  return hardware_id
}

const through = `array_remove(array['organization ' || t.organization_id], null)`
const seen = { type: 'hardware', action: 'GET_CONFIG_TEMPLATES' } as const
const stock = { hardware: ['GETUNASSIGNED', 'GET_PARAMS'] } as const

export const samples: FeatureSamples = {
  things: async (w, { organization }) => ({ template_id: await makeTemplate(w, organization.id) }),
  routes: async (w) => {
    const template_id = await makeTemplate(w, null)
    return [
      sample(createTemplate, {
        body: { name: 'Swept', description: '', values, hardware_id: await configured(w) },
        alsoNeeds: stock,
      }),
      sample(updateTemplate, { body: { name: 'Swept again', description: '', values, comment: '' } }),
      sample(deleteTemplate, {}),
      sample(previewTemplate, { body: { template_id, hardware_ids: [await configured(w)] }, alsoNeeds: stock }),
      sample(applyTemplate, {
        body: { template_id, hardware_ids: [await configured(w)], comment: 'Swept' },
        alsoNeeds: stock,
      }),
    ]
  },
  lists: [
    listSample(listTemplates, {
      ...seen,
      rows: `select t.id, ${through} as through from config_templates t where t.deleted_at is null`,
    }),
    listSample(listTemplateVersions, {
      ...seen,
      rows: `select v.id, ${through} as through from config_template_versions v join config_templates t on t.id = v.template_id where t.deleted_at is null`,
    }),
  ],
}
