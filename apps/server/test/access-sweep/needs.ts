import { isNeeds, needsOf, resourceTypes } from '@wheelhouse/contract/access.ts'
import type { Action, Needs, ResourceType, RouteAccess } from '@wheelhouse/contract/access.ts'
import { readAction } from '../../src/authz/rights.ts'

type Held = [Action, ...Action[]]

/** The rights that all of these ask for, and reading everything. */
export function needsTogether(accesses: readonly (RouteAccess | Needs)[]): Needs {
  const needs: Partial<Record<ResourceType, Held>> = {}
  for (const type of resourceTypes) needs[type] = [readAction(type)]
  for (const access of accesses)
    for (const [type, actions] of isNeeds(access) ? needsOf(access) : [])
      needs[type]?.push(...actions.filter((action) => needs[type]?.includes(action) !== true))
  return needs
}
