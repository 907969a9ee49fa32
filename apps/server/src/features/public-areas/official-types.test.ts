import { createCheckers } from 'ts-interface-checker'
import type { ITypeSuite } from 'ts-interface-checker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gbfsFeeds, gbfsPath, readGbfsManifest } from '@wheelhouse/contract/public-areas/feeds.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makeVehicle } from '../rentals/samples.ts'
import { makeArea } from './samples.ts'

/** What MobilityData generates from the schemas of GBFS 3.0: our own rules are compared with those who write the standard. */
const suiteOf = async (file: string): Promise<ITypeSuite> => {
  const generated: { default: ITypeSuite } = await import(`gbfs-typescript-types/v3.0/test-type-checkers/${file}-ti.ts`)
  return generated.default
}
/** `vehicle_status` is described by `VehicleStatus`. */
const typeOf = (file: string): string =>
  file.replaceAll(/(^|_)(\w)/g, (_, _before, letter: string) => letter.toUpperCase())

let w: TestApp
let area: string

beforeAll(async () => {
  w = await testApp({ WHEELHOUSE_KEY: 'a key of a test that is long enough' })
  const ours = await w.make.organization()
  await w.pool.query(`update organizations set email = 'info@ours.test' where id = $1`, [ours.id])
  const square = await w.make.location(ours, { label: 'Old square', city: 'Tallinn' })
  await w.make.device(square, { hardware_id: await w.make.hardware(await w.make.controller()) })
  const fleet = await makeFleet(w, ours)
  await makeVehicle(w, fleet)
  area = await makeArea(w, ours, [square])
})
afterAll(() => w.end())

test.each([...gbfsFeeds.map((feed) => [feed] as const), ['manifest'] as const])(
  'GBFS 3.0: %s has the shape that the standard publishes',
  async (file) => {
    const url = file === 'manifest' ? readGbfsManifest.path : gbfsPath(area, file)
    const body: unknown = (await w.app.inject({ method: 'GET', url })).json()
    const checker = createCheckers(await suiteOf(file))[typeOf(file)]
    expect(checker?.validate(body), typeOf(file)).toBeNull()
    // It finds what is missing: the files are not accepted because the check accepts everything.
    expect(checker?.validate({ ...(body as object), ttl: undefined })).not.toBeNull()
  },
)
