import { checkMesh, createMesh } from '@wheelhouse/contract/meshes/meshes.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

async function twoPieces(w: TestApp): Promise<string[]> {
  const controller = await w.make.controller()
  return [controller, await w.make.hardware(await w.make.controller())]
}

const stock = { hardware: ['GETUNASSIGNED'] } as const

export const samples: FeatureSamples = {
  routes: async (w) => [
    sample(checkMesh, { body: { hardware_ids: await twoPieces(w) }, alsoNeeds: stock }),
    sample(createMesh, { body: { hardware_ids: await twoPieces(w) }, alsoNeeds: stock }),
  ],
}
