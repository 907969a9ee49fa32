import * as v from 'valibot'
import { id, leftOut } from '../../lists/address-values.ts'
import { userSearchShape } from '../user/user-search.ts'

/** Who is open beside the search. What was looked for is personal data and in no address. */
const FindUserSearch = v.object({ user: leftOut(id), ...userSearchShape })
export type FindUserSearch = v.InferOutput<typeof FindUserSearch>

export const findUserSearch = (search: Record<string, unknown>): FindUserSearch => v.parse(FindUserSearch, search)
