import { existsSync, readdirSync } from 'node:fs'
import type { Action, Needs, ResourceType } from '@wheelhouse/contract/access.ts'
import type { InputOf, Route } from '@wheelhouse/contract/route.ts'
import type { Organization } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** What a feature gives to the tests that try every route: `export const samples` in its `samples.ts`. */
export interface FeatureSamples {
  /** Makes one of each of the feature's things at a place; returns their ids by the path parameter that names them. */
  things?: (w: TestApp, place: Place) => Promise<Record<string, string>>
  /** What the calls of the feature send. A route without path parameters, body or exception needs none. */
  routes?: RouteSample[] | ((w: TestApp, place: Place) => Promise<RouteSample[]>)
  lists?: ListSample[]
}

/** The rows of one organization on which every feature builds. */
export interface Place {
  organization: Organization
  /** Things that belong to groups themselves join these. */
  groups: string[]
  location_id: string
  /** Has hardware and nobody in it. */
  device_id: string
  hardware_id: string
  /** For a session in progress: such a device cannot be deleted. */
  busy_device_id: string
  console_user_id: string
}

/** Where a route differs from the rule. `sweep.test.ts` holds how many there are of each, which may only become fewer. */
export interface Exceptions {
  /** Takes no token: its address is signed or it stores nothing, which its own tests try. */
  isPublic?: true
  /** Asks for no action: its verb decides row by row, which its own tests try. */
  decidesItself?: true
  /** Its verb asks for the action again in the group itself, so that removing the declared action changes nothing. */
  isCheckedTwice?: true
  /** A write of one thing without a version: it adds to the thing or ends something in it, whatever its state. */
  isUnversioned?: true
  /** The answer to a version that never existed, where the sample is refused or done already before versions are compared. */
  wrongVersionStatus?: number
  /** Its sample cannot be repeated under one key: the route writes nothing, or needs a row that only its own test makes. */
  isUnkeyed?: true
  /** A collection that has no rows: sums over a list, or the same reply for everybody. */
  hasNoRows?: true
}

interface SampleInput extends Exceptions {
  /** Replaces ids of the place where the sample succeeds on a special row alone. */
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** What the verb asks of this body besides the actions of the route. */
  alsoNeeds?: Needs
}

export interface RouteSample extends SampleInput {
  route: Route
}

/** One call of a route, with its exceptions. */
export const sample = <R extends Route>(route: R, input: SampleInput & { body?: InputOf<R>['body'] }): RouteSample => ({
  route,
  ...input,
})

/** What a list shows: the rows of a table, the things through which they are seen, and the right that it takes. */
export interface ListSample {
  route: Route
  type: ResourceType
  action: Action
  /** What the list takes besides, in the same groups. */
  alsoNeeds?: Needs
  /** SQL that selects `id` and `through`, an array of `<type> <id>`. */
  rows: string
}

export const listSample = (route: Route, shows: Omit<ListSample, 'route'>): ListSample => ({ route, ...shows })

const features = new URL('../../src/features/', import.meta.url)

/** The samples of every feature that has a `samples.ts`. */
export async function readSamples(): Promise<FeatureSamples[]> {
  const files = readdirSync(features)
    .map((name) => new URL(`${name}/samples.ts`, features))
    .filter((file) => existsSync(file))
  const modules: { samples: FeatureSamples }[] = await Promise.all(files.map((file) => import(file.href)))
  return modules.map(({ samples }) => samples)
}
