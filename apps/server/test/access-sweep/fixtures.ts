import type { Route } from '@wheelhouse/contract/route.ts'
import type { Organization } from '../support/factories.ts'
import { readSamples } from '../support/samples.ts'
import type { FeatureSamples, ListSample, Place, RouteSample } from '../support/samples.ts'
import { testApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'

/** A place of each of two organizations: callers hold their roles in the owner group of `ours`, `foreign` is invisible to them. */
export interface Fixtures {
  w: TestApp
  /** Every route that the router of the running app serves. */
  routes: Route[]
  group_id: string
  /** Ids by path parameter. */
  ours: Record<string, string>
  foreign: Record<string, string>
  /** What to send to a route. It has ids only where the sample succeeds on a special row alone. */
  sampleOf(route: Route): Omit<RouteSample, 'route'>
  samples: RouteSample[]
  lists: ListSample[]
}

export const named = (route: Route): string => `${route.method} ${route.path}`

export async function createFixtures(): Promise<Fixtures> {
  const collected: Route[] = []
  const w = await testApp({ WHEELHOUSE_KEY: 'a key of the sweep' }, ({ app }) => {
    app.addHook('onRoute', ({ config, method }) => {
      const contract = (config as { contract?: Route } | undefined)?.contract
      if (contract && method !== 'HEAD') collected.push(contract)
    })
  })
  const features = await readSamples()
  const [ours, foreign] = [await makePlace(w, features), await makePlace(w, features)]
  const samples: RouteSample[] = []
  for (const { routes } of features)
    samples.push(...(typeof routes === 'function' ? await routes(w, ours.place) : (routes ?? [])))
  const byName = new Map(samples.map((sample) => [named(sample.route), sample]))
  return {
    w,
    routes: [...new Map(collected.map((route) => [named(route), route])).values()],
    group_id: ours.place.organization.owner,
    ours: ours.ids,
    foreign: foreign.ids,
    sampleOf: (route) => byName.get(named(route)) ?? {},
    samples,
    lists: features.flatMap(({ lists }) => lists ?? []),
  }
}

/** A place with one of each feature's things, in the groups given: those of its owner unless said otherwise. */
export async function makePlace(
  w: TestApp,
  features: FeatureSamples[],
  owner?: Organization,
  groups?: string[],
): Promise<{ place: Place; ids: Record<string, string> }> {
  const organization = owner ?? (await w.make.organization())
  const location_id = await w.make.location(null, { owner_id: organization.id })
  const hardware_id = await w.make.hardware(await w.make.controller(), { dock_state: 'locked' })
  const place: Place = {
    organization,
    groups: groups ?? [organization.owner],
    location_id,
    hardware_id,
    device_id: await w.make.device(location_id, { hardware_id }),
    busy_device_id: await w.make.device(location_id),
    console_user_id: await w.make.consoleUser(organization.id),
  }
  await w.make.members('location', location_id, place.groups)
  const { device_id, console_user_id } = place
  const ids: Record<string, string> = { location_id, device_id, hardware_id, console_user_id }
  for (const { things } of features) Object.assign(ids, await things?.(w, place))
  return { place, ids }
}
