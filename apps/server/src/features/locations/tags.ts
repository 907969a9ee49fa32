import { eachTagOnce, tagsAtMost } from '@wheelhouse/contract/locations/location-values.ts'
import type { TagsChange } from '@wheelhouse/contract/locations/location-edit.ts'
import type { Ctx } from '../../platform/context.ts'
import { bulkAction } from '../background-jobs/bulk.ts'
import { write } from '../../journal/write.ts'
import { changeRow, lockLocation, recordEvent } from './locked-rows.ts'
import { refuse } from './location-rules.ts'

/** Letter case is ignored when a tag is looked for, and kept as it stands. */
function changed(tags: readonly string[], { add, remove }: TagsChange): string[] {
  const gone = new Set(remove.map((tag) => tag.toLowerCase()))
  return eachTagOnce([...tags.filter((tag) => !gone.has(tag.toLowerCase())), ...add])
}

/** Answers the tags that stood there before. */
const changeTags = (ctx: Ctx, id: string, given: TagsChange, field: 'tags' | 'private_tags'): Promise<string[]> =>
  write(ctx, async (tx, journal) => {
    const row = await lockLocation(tx, id)
    const [before, after] = [row[field], changed(row[field], given)]
    if (JSON.stringify(before) === JSON.stringify(after)) return before
    if (after.length > tagsAtMost) throw refuse(field, `Tags: at most ${tagsAtMost}`)
    await changeRow(tx, journal, id, { [field]: after })
    recordEvent(ctx, journal, row, { verb: 'updated', before: { [field]: before }, after: { [field]: after } })
    return before
  })

export const changePublicTags = bulkAction<TagsChange, string[]>({
  name: 'locations.change-tags',
  title: 'Change location tags',
  type: 'location',
  needs: { location: ['MODIFY_PUBLIC_TAGS'] },
  each: (ctx, id, given) => changeTags(ctx, id, given, 'tags'),
})

export const changePrivateTags = bulkAction<TagsChange, string[]>({
  name: 'locations.change-private-tags',
  title: 'Change private location tags',
  type: 'location',
  needs: { location: ['GET_PRIVATE_TAGS', 'UPDATE'] },
  each: (ctx, id, given) => changeTags(ctx, id, given, 'private_tags'),
})
