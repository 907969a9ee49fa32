import * as z from 'zod'
import { userSearchShape } from '../user/user-search.ts'

/** Who is open beside the search. What was looked for is personal data and in no address. */
const FindUserSearch = z.object({ user: z.uuid().optional().catch(undefined), ...userSearchShape })
export type FindUserSearch = z.output<typeof FindUserSearch>

export const findUserSearch = (search: Record<string, unknown>): FindUserSearch => FindUserSearch.parse(search)
