import { importFile, previewImport } from '@wheelhouse/contract/imports/imports.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

const csv = 'code\n000000\n'

/** Each row asks CREATE or UPDATE of what it names. */
export const samples: FeatureSamples = {
  routes: [
    sample(previewImport, { body: { kind: 'locations', csv }, decidesItself: true, isUnkeyed: true }),
    sample(importFile, {
      body: { kind: 'locations', csv, fingerprint: 'none' },
      decidesItself: true,
      isUnkeyed: true,
    }),
  ],
}
