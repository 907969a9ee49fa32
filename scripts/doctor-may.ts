import { actions, resourceTypes } from '@wheelhouse/contract/access.ts'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import { normalizedHardwareId } from '@wheelhouse/contract/hardware/hardware-ids.ts'
import { openDatabase } from '@wheelhouse/db/database.ts'
import type { Pool } from '@wheelhouse/db/database.ts'
import { explainRight } from '../apps/server/src/authz/explain.ts'
import type { ExplainedGrant, Explanation } from '../apps/server/src/authz/explain.ts'
import { StartError } from './settings.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Why a person may or may not do something, line by line. */
export async function explainMay(pool: Pool, given: readonly string[]): Promise<string[]> {
  const [email = '', actionName = '', typeName = '', id] = given
  const type = oneOf(resourceTypes, typeName, 'type of resource')
  const action = oneOf(actions, actionName, 'action')
  const on = id === undefined ? null : { type, id: idOf(type, id) }
  const explanation = await explainRight(openDatabase(pool), email, type, action, on)
  if (!explanation) throw new StartError(`Nobody in the console has the email address '${email}'.`)
  if (on && !explanation.exists) throw new StartError(`There is no ${type} ${on.id}.`)
  const right = on ? `${action} on ${type} ${on.id}` : `${action} on some ${type}`
  return linesOf(explanation, { right, kind: `${action} on ${type}`, isOfOne: on !== null })
}

function oneOf<Name extends ResourceType | Action>(names: readonly Name[], text: string, what: string): Name {
  const name = names.find((one) => one.toLowerCase() === text.toLowerCase())
  if (name !== undefined) return name
  throw new StartError(`'${text}' is not a known ${what}; known are: ${names.join(', ')}.`)
}

function idOf(type: ResourceType, text: string): string {
  if (type === 'hardware') return normalizedHardwareId(text)
  if (uuid.test(text)) return text
  throw new StartError(`'${text}' is not the id of a ${type}, which is a UUID.`)
}

interface Asked {
  right: string
  kind: string
  isOfOne: boolean
}

const held = ({ role, group }: ExplainedGrant): string => `  role "${role}" in group "${group}"`

function linesOf({ person, is_visible, is_allowed, grants, groups, roles }: Explanation, asked: Asked): string[] {
  const { name, is_disabled } = person
  const giving = grants.filter(({ gives, covers }) => gives && covers)
  const groupLine = asked.isOfOne ? [`Groups that contain it: ${listed(groups)}.`] : []
  if (is_disabled) return [`NO: the account of ${name} is disabled, so every request is refused with 401.`]
  if (is_allowed && is_visible)
    return [`YES: ${name} may do ${asked.right}.`, 'These grants give it:', ...giving.map(held), ...groupLine]
  const reason = is_visible
    ? 'The API refuses it with 403.'
    : 'It is not visible to this person, so the API refuses it with 404.'
  return [
    `NO: ${name} may not do ${asked.right}. ${reason}`,
    ...groupLine,
    ...missing(grants, asked, is_allowed),
    `Roles that contain ${asked.kind}: ${listed(roles)}.`,
  ]
}

function missing(grants: ExplainedGrant[], { kind, isOfOne }: Asked, isAllowed: boolean): string[] {
  if (grants.length === 0) return ['This person holds no role in any group.']
  if (isAllowed) return ['A grant gives the action, but no grant gives the action that makes the resource visible.']
  const here = grants.filter(({ gives, covers }) => covers && !gives)
  const elsewhere = grants.filter(({ gives, covers }) => gives && !covers)
  const place = isOfOne ? 'in the groups that contain it' : 'in any group'
  return [
    ...(here.length === 0 ? [`No role is held ${place}.`] : [`Held ${place}, without ${kind}:`, ...here.map(held)]),
    ...(elsewhere.length === 0 ? [] : [`Held with ${kind}, but in other groups:`, ...elsewhere.map(held)]),
  ]
}

const listed = (names: string[]): string => (names.length === 0 ? 'none' : names.join(', '))
