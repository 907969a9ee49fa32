import { IconUserOff } from '@tabler/icons-react'
import type { Inspection } from '@wheelhouse/contract/permissions/inspector.ts'
import { t } from '../../i18n/i18n.ts'
import { resourceWord } from './inspector-labels.ts'
import classes from './permissions.module.css'

/** What may be done, in one number and two sentences. */
export function InspectorAnswer({ inspection }: { inspection: Inspection }) {
  const { person, rights } = inspection
  const allowed = rights.filter(({ is_allowed }) => is_allowed).length
  return (
    <section className={classes.answer} aria-label={t('Answer')}>
      <p className={classes.number}>
        <b>{allowed}</b> {t('of {{count}}', { count: rights.length })}
      </p>
      <div>
        <p className={classes.sentence}>{sentenceOf(inspection, allowed)}</p>
        <p>{reasonOf(inspection, allowed)}</p>
      </div>
      {person.is_disabled && (
        <p className={classes.disabled}>
          <IconUserOff size={15} aria-hidden /> {t('This person is disabled.')}
        </p>
      )}
    </section>
  )
}

function sentenceOf({ person, resource, rights }: Inspection, allowed: number): string {
  const words = { name: person.name, allowed, count: rights.length, resource: resourceWord(resource.type) }
  if (allowed === 0) return t('{{name}} has no permissions on this {{resource}}.', words)
  if (allowed === rights.length) return t('{{name}} has all permissions on this {{resource}}.', words)
  return t('{{name}} has {{allowed}} of {{count}} permissions on this {{resource}}.', words)
}

/** Why, or why not: the grant that explains most, or the first thing that is missing. */
function reasonOf({ person, is_visible, grants, rights, resource }: Inspection, allowed: number): string {
  if (person.is_disabled) return t('Once enabled again, the roles below apply.')
  const effective = grants.filter(({ gives }) => gives.length > 0)
  if (grants.length === 0) return t('This person has no roles.')
  if (effective.length === 0)
    return t('No role is held in a group that contains this {{resource}}.', { resource: resourceWord(resource.type) })
  if (!is_visible)
    return t('The roles there do not include the permission to see this {{resource}}.', {
      resource: resourceWord(resource.type),
    })
  if (effective.length === 1)
    return t('All of these permissions come from one role: {{role}} in {{group}}.', wordsOf(effective[0]))
  const only = (grant: (typeof grants)[number]) =>
    grant.gives.filter((place) => effective.every((other) => other === grant || !other.gives.includes(place))).length
  const [most] = effective.toSorted((one, other) => only(other) - only(one))
  const count = most ? only(most) : 0
  // There are at least two: one role is named above.
  if (count === 0 || allowed === 0) return t('{{count}} roles give these permissions.', { count: effective.length })
  return t('{{only}} of them come from one role only: {{role}} in {{group}}.', {
    only: Math.min(count, rights.length),
    ...wordsOf(most),
  })
}

const wordsOf = (grant: Inspection['grants'][number] | undefined) => ({
  role: grant?.role_name ?? '',
  group: grant?.resource_group_name ?? t('a group that you may not see'),
})
