import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { hasInternalLink } from '@wheelhouse/contract/organizations/internal-links.ts'
import { organizationFields } from '@wheelhouse/contract/organizations/organization-details.ts'
import type { Organization, OrganizationBody } from '@wheelhouse/contract/organizations/organization-details.ts'
import { requireCreate } from '../../authz/authorize.ts'
import { addMembers, initialGroupOf } from '../../authz/group-membership.ts'
import type { Resource } from '../../authz/rights.ts'
import { assertPhoneNumber } from '../../http/phone-numbers.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord, changedFields, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { createSystemGroups, renameSystemGroups } from '../resource-groups/resource-groups.ts'
import { organizationList } from './queries.ts'

const organizationResource = (id: string): Resource => ({ type: 'organization', id })

function recordEvent(
  ctx: Ctx,
  journal: Journal,
  { id, name }: { id: string; name: string },
  details: EventDetails<'organizations'>,
): void {
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'organizations',
    resource_type: 'organization',
    resource_id: id,
    resource_name: name,
    visible_through_id: null,
    ...details,
  })
  publishChange(journal, 'organization', id, null, { through: organizationResource(id) })
}

/**
 * Creates an organization with its four system groups, of which it is a member. It is born in the owner group of the creator's
 * organization as well (rights: CREATE), so that the people who made it keep seeing it.
 */
export function createOrganization(ctx: Ctx, body: OrganizationBody): Promise<Organization> {
  return write(ctx, async (tx, journal, inside) => {
    const birthplace = await initialGroupOf(tx, ctx.person.organization_id)
    await requireCreate(inside, 'organization', birthplace)
    assertPhoneNumber('phone', body.phone)
    assertNoOwnLinks(ctx, body)
    const id = uuidv7()
    await assertNameFree(tx, id, body.name)
    const at = journal.at.toISOString()
    await tx
      .insertInto('organizations')
      .values({ id, ...body, created_at: at, updated_at: at })
      .execute()
    const groups = await createSystemGroups(tx, journal, { id, name: body.name })
    const born = ctx.person.organization_id === null ? [] : [birthplace]
    await addMembers(tx, 'organization', [id], [...groups, ...born])
    recordEvent(ctx, journal, { id, name: body.name }, { verb: 'created', after: { ...body } })
    return organizationList.get(inside, id)
  })
}

export function updateOrganization(
  ctx: Ctx,
  id: string,
  body: OrganizationBody,
  version: number,
): Promise<Organization> {
  return write(ctx, async (tx, journal, inside) => {
    const { version: present, ...before } = await lockOrganization(tx, id)
    assertVersion(present, version)
    const edit = changedFields(before, { ...body })
    if (!edit) return organizationList.get(inside, id)
    // A number from before this rule does not keep the other fields from being edited.
    if (body.phone !== before.phone) assertPhoneNumber('phone', body.phone)
    assertNoOwnLinks(ctx, body)
    await assertNameFree(tx, id, body.name)
    await tx
      .updateTable('organizations')
      .set((row) => ({ ...body, updated_at: journal.at.toISOString(), version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    if (before.name !== body.name) await renameSystemGroups(tx, journal, { id, name: body.name })
    recordEvent(ctx, journal, { id, name: body.name }, { verb: 'updated', ...edit })
    return organizationList.get(inside, id)
  })
}

async function lockOrganization(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('organizations')
    .select([...organizationFields, 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/** The contract refuses what is internal anywhere; only the server knows the addresses of this installation. */
function assertNoOwnLinks({ config }: Ctx, { link, comment }: OrganizationBody): void {
  const own = [config.console_url, config.identity.issuer].flatMap((url) =>
    URL.canParse(url) ? [new URL(url).hostname] : [],
  )
  for (const [field, text] of Object.entries({ link, comment }))
    if (hasInternalLink(text, own)) throw new AppError('internal_link', { field })
}

/** The constraint refuses two at the same moment; this check gives the usual refusal a sentence. */
async function assertNameFree(tx: Tx, id: string, name: string): Promise<void> {
  const other = await tx
    .selectFrom('organizations')
    .select('id')
    .where('name', '=', name)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw new AppError('organization_name_taken', { field: 'name' })
}
