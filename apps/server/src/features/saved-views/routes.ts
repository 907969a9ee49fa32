import {
  createSavedView,
  deleteSavedView,
  listListLayouts,
  listSavedViews,
  saveListLayout,
  updateSavedView,
} from '@wheelhouse/contract/saved-views/saved-views.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { layoutsOf, viewsOf } from './queries.ts'
import { createView, deleteView, saveLayout, updateView } from './saved-views.ts'

export function savedViewRoutes(on: On): void {
  serve(on, listListLayouts, (_input, ctx) => layoutsOf(ctx.db, ctx.person.id))
  serve(on, saveListLayout, ({ params, body }, ctx) => saveLayout(ctx, params.list, body))
  serve(on, listSavedViews, (_input, ctx) => viewsOf(ctx.db, ctx.person))
  serve(on, createSavedView, ({ body }, ctx) => createView(ctx, body))
  serve(on, updateSavedView, ({ params, body }, ctx) => updateView(ctx, params.view_id, body))
  serve(on, deleteSavedView, ({ params }, ctx) => deleteView(ctx, params.view_id))
}
