import {
  applyTemplate as applyTemplateRoute,
  createTemplate as createTemplateRoute,
  deleteTemplate as deleteTemplateRoute,
  previewTemplate as previewTemplateRoute,
  templates,
  templateVersions,
  updateTemplate as updateTemplateRoute,
} from '@wheelhouse/contract/templates/templates.ts'
import type { Template } from '@wheelhouse/contract/templates/templates.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { applyTemplate, previewTemplate } from './applications.ts'
import { templateList, templateVersionList } from './queries.ts'
import { createTemplate, deleteTemplate, updateTemplate } from './templates.ts'

const cells = { params: ({ params }: Pick<Template, 'params'>) => params.map(({ key, value }) => `${key}=${value}`) }

export function templateRoutes(on: On): void {
  serveList(on, templates, templateList, { cells })
  serveList(on, templateVersions, templateVersionList, { cells })
  serve(on, createTemplateRoute, ({ body }, ctx) => createTemplate(ctx, body))
  serve(on, updateTemplateRoute, ({ params, body, version }, ctx) =>
    updateTemplate(ctx, params.template_id, body, version),
  )
  serve(
    on,
    deleteTemplateRoute,
    async ({ params, version }, ctx) => void (await deleteTemplate(ctx, params.template_id, version)),
  )
  serve(on, previewTemplateRoute, async ({ body }, ctx) => ({ items: await previewTemplate(ctx, body) }))
  serve(on, applyTemplateRoute, async ({ body }, ctx) => ({ results: await applyTemplate(ctx, body) }))
}
