import { useCan } from '../../session/can.ts'
import { Link } from '../../ui/details/link.tsx'
import { keyWord } from '../devices/device-labels.ts'
import { userPath } from '../users/user-link.tsx'

/** The page of a user with its keys, one of them marked. */
export const accessKeyPath = (userId: string, keyId: string): string =>
  `${userPath(userId)}?tab=access-keys&key=${keyId}`

interface AccessKeyLinkProps {
  /** Null where no key began it, and where the reader does not see whose key it was. */
  access_key_id: string | null
  key_type: string | null
  user_id: string | null
}

/** The kind of key that something began with. It leads to the keys of its user where the reader may see them. */
export function AccessKeyLink({ access_key_id, key_type, user_id }: AccessKeyLinkProps) {
  const may = useCan({ user: ['GET', 'GET_ACCESS_KEYS'] })
  // A key that was deleted has no kind any more.
  if (key_type === null) return null
  const word = keyWord(key_type)
  return may && access_key_id !== null && user_id !== null ? (
    <Link href={accessKeyPath(user_id, access_key_id)}>{word}</Link>
  ) : (
    word
  )
}
