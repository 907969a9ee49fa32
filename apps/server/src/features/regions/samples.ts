import { uuidv7 } from 'uuidv7'
import { createRegion, listRegions, updateRegion } from '@wheelhouse/contract/regions/regions.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import { serial } from '../../../test/support/serial.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

/** Region configs belong to no group but everything; a test may put one into others to see it with fewer rights. */
async function makeRegion(w: TestApp, groups: string[], values: Record<string, unknown>): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now().toISOString()
  const tag = `ee_${[...String(serial())].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
  await w.db
    .insertInto('region_configs')
    .values({ id, tag, name: `Region ${tag}`, status: 'enabled', created_at: now, updated_at: now, ...values })
    .execute()
  await w.make.members('console', id, groups)
  return id
}

/** The row has these values already: an update that changes nothing leaves the version to the next sample. */
const disabled = { name: 'Swept', status: 'disabled' } as const

export const samples: FeatureSamples = {
  things: async (w, { groups }) => ({ region_id: await makeRegion(w, groups, disabled) }),
  routes: [
    sample(createRegion, { body: { tag: 'fi', name: 'Finland' }, isCheckedTwice: true }),
    sample(updateRegion, { body: disabled }),
  ],
  lists: [
    listSample(listRegions, {
      type: 'console',
      action: 'GET',
      rows: `select id, array['console ' || id] as through from region_configs`,
    }),
  ],
}
