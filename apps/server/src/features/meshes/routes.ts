import { checkMesh as checkMeshRoute, createMesh as createMeshRoute } from '@wheelhouse/contract/meshes/meshes.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { checkMesh, createMesh } from './meshes.ts'

export function meshRoutes(on: On): void {
  serve(on, checkMeshRoute, async ({ body }, ctx) => ({ items: await checkMesh(ctx, body.hardware_ids) }))
  serve(on, createMeshRoute, ({ body }, ctx) => createMesh(ctx, body.hardware_ids))
}
