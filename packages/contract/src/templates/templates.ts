import * as z from 'zod'
import { DeviceType } from '../devices/devices.ts'
import { HardwareId, HardwareIds } from '../hardware/hardware-ids.ts'
import {
  ConfigChange,
  listConfigChanges,
  ParameterChange,
  ParameterValues,
} from '../hardware-config/hardware-config.ts'
import { age, anyOf, list, ownFilter, searchText } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { lines, RequiredComment, requiredLine } from '../texts.ts'

const TemplateValue = z.object({ key: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) })
export type TemplateValue = z.infer<typeof TemplateValue>

/** A set of values for hardware with one firmware name (spec 5). */
export const Template = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  firmware_name: z.string(),
  device_type: DeviceType,
  organization_id: Id.nullable(),
  organization_name: z.string().nullable(),
  params: z.array(TemplateValue),
  version: z.number().int(),
  created_by_name: z.string().nullable(),
  updated_by_name: z.string().nullable(),
  created_at: Instant,
  updated_at: Instant,
})
export type Template = z.infer<typeof Template>

export const templates = list({
  says: { failed: 'Fetch templates failed' },
  path: '/hardware/v1/templates',
  summary: 'Templates for hardware configurations',
  staleOn: ['config_template'],
  access: { hardware: ['GET_CONFIG_TEMPLATES'] },
  row: Template,
  filters: {
    /** Part of the name, the description or the firmware name. */
    q: searchText,
    id: ownFilter(Id.optional()),
    firmware_name: anyOf(z.string().max(64)),
    device_type: anyOf(DeviceType),
    updated_at: age,
  },
  sortBy: ['name', 'firmware_name', 'device_type', 'organization_name', 'updated_at', 'created_at'],
  exports: [
    'id',
    'name',
    'description',
    'firmware_name',
    'device_type',
    'organization_name',
    'version',
    'params',
    'created_by_name',
    'updated_by_name',
    'created_at',
    'updated_at',
  ],
})
export const listTemplates = templates.route

export const TemplateVersion = z.object({
  id: Id,
  template_id: Id,
  version: z.number().int(),
  params: z.array(TemplateValue),
  comment: z.string(),
  created_by_name: z.string().nullable(),
  created_at: Instant,
})
export type TemplateVersion = z.infer<typeof TemplateVersion>

export const templateVersions = list({
  says: { failed: 'Fetch templates failed' },
  path: '/hardware/v1/template-versions',
  summary: 'Versions of templates, newest first',
  staleOn: ['config_template'],
  access: { hardware: ['GET_CONFIG_TEMPLATES'] },
  row: TemplateVersion,
  filters: { template_id: ownFilter(Id.optional()) },
  sortBy: ['version', 'created_at'],
  order: 'desc',
  exports: ['id', 'template_id', 'version', 'params', 'comment', 'created_by_name', 'created_at'],
})
export const listTemplateVersions = templateVersions.route

const changes = [listTemplates, listTemplateVersions] as const
const named = {
  name: requiredLine('Name', 3, 64),
  description: lines('Description', 500).default(''),
  values: ParameterValues,
}

/** Firmware name and type are those of the hardware; values that it does not have, or that are secret, are refused. */
export const createTemplate = route({
  method: 'POST',
  path: '/hardware/v1/templates',
  summary: 'Create a template from a piece of hardware',
  says: { failed: 'Create template failed', done: 'Template created' },
  access: { hardware: ['GET_CONFIG_TEMPLATES', 'SET_PARAMS'] },
  body: z.strictObject({ ...named, hardware_id: HardwareId }),
  reply: Template,
  changes,
})

const TemplateRef = z.strictObject({ template_id: Id })

/** Other values make a new version; the ones before are kept. */
export const updateTemplate = route({
  method: 'PUT',
  path: '/hardware/v1/templates/:template_id',
  summary: 'Change a template',
  says: { failed: 'Update template failed', done: 'Template updated' },
  access: { hardware: ['GET_CONFIG_TEMPLATES', 'SET_PARAMS'] },
  params: TemplateRef,
  body: z.strictObject({ ...named, comment: lines('Comment', 500).default('') }),
  needsVersion: true,
  reply: Template,
  changes,
})

/** What was applied stays applied and keeps its history. */
export const deleteTemplate = route({
  method: 'DELETE',
  path: '/hardware/v1/templates/:template_id',
  summary: 'Delete a template',
  says: { failed: 'Delete template failed', done: 'Template deleted' },
  access: { hardware: ['GET_CONFIG_TEMPLATES', 'SET_PARAMS'] },
  params: TemplateRef,
  needsVersion: true,
  changes,
})

const application = { template_id: Id, hardware_ids: HardwareIds }

export const PreviewItem = z.object({
  hardware_id: z.string(),
  /** Why the template cannot be applied to it now, in the catalogue's words; null: it can. */
  refusal: z.string().nullable(),
  changes: z.array(ParameterChange),
})
export type PreviewItem = z.infer<typeof PreviewItem>

export const previewTemplate = route({
  method: 'POST',
  path: '/hardware/v1/template-previews',
  summary: 'What a template would change',
  says: { failed: 'Apply template failed' },
  access: { hardware: ['GET_CONFIG_TEMPLATES', 'SET_PARAMS'] },
  body: z.strictObject(application),
  reply: z.object({ items: z.array(PreviewItem) }),
})

/** Each by itself: 422 names those that were refused, the others are on their way. */
export const applyTemplate = route({
  method: 'POST',
  path: '/hardware/v1/template-applications',
  summary: 'Apply a template to hardware with the same firmware name',
  says: { failed: 'Apply template failed' },
  access: { hardware: ['GET_CONFIG_TEMPLATES', 'SET_PARAMS'] },
  body: z.strictObject({
    ...application,
    comment: RequiredComment,
  }),
  reply: z.object({ results: z.array(ConfigChange) }),
  changes: [listConfigChanges],
})

/** Spec 8: said when the hardware has confirmed it, or when the server or this console no longer waits for that. */
export const templateSays = {
  applied: 'Template applied successfully',
  timed_out: 'Apply template timed out',
} as const
