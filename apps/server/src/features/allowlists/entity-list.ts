import { allowlistEntities } from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import type { AllowlistEntity } from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import { rowsOf } from '../../lists/list-source.ts'
import type { ListSource } from '../../lists/list-source.ts'
import type { RowContext } from '../../lists/list-query.ts'
import { openKey } from '../../platform/seal.ts'
import type { Keyed } from '../../platform/seal.ts'
import { sealedEntityList } from './queries.ts'

/** The list of entries with the ends of their keys. They are opened of the rows of one page, because PostgreSQL cannot open them. */
export const entityList = {
  list: allowlistEntities,
  async read(ctx, request) {
    const page = await sealedEntityList.read(ctx, request)
    const { items } = rowsOf<AllowlistEntity>(page)
    return { ...page, items: items.map((row) => JSON.stringify(withEnd(ctx.config, row))).join(',') }
  },
  get: async (ctx: RowContext, id: string): Promise<AllowlistEntity> =>
    withEnd(ctx.config, await sealedEntityList.get(ctx, id)),
} satisfies ListSource<AllowlistEntity> & { get: unknown }

/** Enough to tell two keys apart. They are shown whole by `revealAllowlistKeys`, which is recorded. */
const endShown = 3

function withEnd(config: Keyed, row: AllowlistEntity): AllowlistEntity {
  if (row.kind === 'user') return row
  const [hash = '', key_sealed = ''] = row.masked.split(' ')
  const key = openKey(config, { key_hash: Buffer.from(hash, 'hex'), key_sealed })
  return { ...row, masked: `•••••${key.slice(-endShown)}` }
}
