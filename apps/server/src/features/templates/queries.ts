import { sql } from 'kysely'
import { templates, templateVersions } from '@wheelhouse/contract/templates/templates.ts'
import { instant, int, json, orNull, text, uuid, word } from '../../lists/columns.ts'
import { age, anyOf, own, search } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'

/** A template is seen by those who hold the right in a group of its organization; without one by those who hold it over everything. */
const visibleBy = [
  {
    type: 'hardware',
    action: 'GET_CONFIG_TEMPLATES',
    column: sql`t.organization_id`,
    scopeType: 'organization',
  },
] as const

export const templateList = listQuery(templates, {
  from: () => sql`config_templates t left join organizations o on o.id = t.organization_id
    left join console_users c on c.id = t.created_by left join console_users u on u.id = t.updated_by`,
  id: sql`t.id`,
  visibleBy,
  where: () => sql<boolean>`t.deleted_at is null`,
  columns: () => ({
    id: uuid(sql`t.id`),
    name: text(sql`t.name`),
    description: text(sql`t.description`),
    firmware_name: text(sql`t.firmware_name`),
    device_type: word(sql`t.device_type`),
    organization_id: orNull(uuid(sql`t.organization_id`)),
    organization_name: orNull(text(sql`o.name`)),
    params: json(sql`t.params`),
    version: int(sql`t.version`),
    created_by_name: orNull(text(sql`c.name`)),
    updated_by_name: orNull(text(sql`u.name`)),
    created_at: instant(sql`t.created_at`),
    updated_at: instant(sql`t.updated_at`),
  }),
  filters: () => ({
    q: search(sql`t.name`, sql`t.description`, sql`t.firmware_name`),
    id: own((id: string | undefined) => sql<boolean>`t.id = ${id}::uuid`),
    firmware_name: anyOf(sql`t.firmware_name`),
    device_type: anyOf(sql`t.device_type`),
    updated_at: age(sql`t.updated_at`),
  }),
})

export const templateVersionList = listQuery(templateVersions, {
  from: () => sql`config_template_versions v join config_templates t on t.id = v.template_id
    left join console_users c on c.id = v.created_by`,
  id: sql`v.id`,
  visibleBy,
  where: () => sql<boolean>`t.deleted_at is null`,
  columns: () => ({
    id: uuid(sql`v.id`),
    template_id: uuid(sql`v.template_id`),
    version: int(sql`v.version`),
    params: json(sql`v.params`),
    comment: text(sql`v.comment`),
    created_by_name: orNull(text(sql`c.name`)),
    created_at: instant(sql`v.created_at`),
  }),
  filters: () => ({ template_id: own((id: string | undefined) => sql<boolean>`v.template_id = ${id}::uuid`) }),
})
