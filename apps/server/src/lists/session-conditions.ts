import { sql } from 'kysely'
import type { TimeCondition } from './time-conditions.ts'

// What parking sessions and rides are both filtered by. Literals in the text, not parameters: a partial index needs them.
const notNormal = sql`how_ended <> 'normal'`
const hasComment = sql`comment is not null`
const isRated = sql`rating is not null`

interface EndQuery {
  how_ended?: readonly string[] | undefined
  how_ended_not?: readonly string[] | undefined
}

export const endConditions = ({ how_ended, how_ended_not }: EndQuery): TimeCondition[] => [
  ...(how_ended
    ? [
        {
          condition: sql`how_ended = any(${how_ended}::text[])`,
          rare: how_ended.includes('normal') ? undefined : notNormal,
        },
      ]
    : []),
  ...(how_ended_not
    ? [
        {
          condition: sql`(how_ended = any(${how_ended_not}::text[])) is not true`,
          rare: how_ended_not.includes('normal') ? notNormal : undefined,
        },
      ]
    : []),
]

export function commentConditions({ has_comment }: { has_comment?: 'yes' | 'no' | undefined }): TimeCondition[] {
  if (has_comment === 'yes')
    return [{ condition: sql`num_nonnulls(comment) = 1`, rare: hasComment, isWholeIndex: true }]
  return has_comment === 'no' ? [{ condition: sql`comment is null` }] : []
}

interface RatingQuery {
  rating?: readonly (number | string)[] | undefined
  rating_not?: readonly (number | string)[] | undefined
  rating_empty?: 'yes' | 'no' | undefined
}

export function ratingConditions({ rating, rating_not, rating_empty }: RatingQuery): TimeCondition[] {
  const conditions: TimeCondition[] = []
  if (rating) conditions.push({ condition: sql`rating = any(${rating}::int[])`, rare: isRated })
  if (rating_not) conditions.push({ condition: sql`(rating = any(${rating_not}::int[])) is not true` })
  if (rating_empty === 'no')
    conditions.push({ condition: sql`num_nonnulls(rating) = 1`, rare: isRated, isWholeIndex: true })
  if (rating_empty === 'yes') conditions.push({ condition: sql`rating is null` })
  return conditions
}
