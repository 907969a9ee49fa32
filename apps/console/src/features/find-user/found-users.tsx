import { foundUsersAtMost } from '@wheelhouse/contract/find-user/find-user.ts'
import type {
  FoundConsoleUser,
  FoundUser,
  LookUpReply,
  TriedReading,
} from '@wheelhouse/contract/find-user/find-user.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Link } from '../../ui/details/link.tsx'
import { userStatusLabels } from '../users/user-labels.ts'
import { matchedBy, staffHeading } from './find-user-labels.ts'
import classes from './find-user.module.css'

interface FoundUsersProps {
  reply: LookUpReply
  openId: string | undefined
  hrefOf: (user: FoundUser) => string
}

/** Who was found, by what, and which ways of reading a card found nobody. */
export function FoundUsers({ reply: { items, tried, has_more, console_users }, openId, hrefOf }: FoundUsersProps) {
  return (
    <>
      <Tried tried={tried} />
      {items.length > 0 ? (
        <>
          <h2 className={classes.count}>{countLabel(items.length, has_more)}</h2>
          <ul className={classes.users}>
            {items.map((user) => (
              <li key={user.id}>
                <Match user={user} isOpen={user.id === openId} href={hrefOf(user)} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className={classes.nobody} role="status">
          {t('No users found, check the input or your permissions')}
        </p>
      )}
      {console_users.length > 0 && <ConsoleUsers people={console_users} />}
    </>
  )
}

function countLabel(count: number, hasMore: boolean): string {
  if (hasMore) return t('More than {{count}} matches. Type more of the name.', { count: foundUsersAtMost })
  return count === 1 ? t('1 match') : t('{{count}} matches', { count })
}

/** Bytes in the other order were looked for as well: it is said, so that nobody types them again. */
function Tried({ tried }: { tried: readonly TriedReading[] }) {
  const reversed = tried.filter(({ rfid, is_reversed }) => rfid !== null && is_reversed)
  if (reversed.length === 0) return null
  return (
    <ul className={classes.tried}>
      {reversed.map(({ kind, rfid, count }) => (
        <li key={`${kind} ${rfid}`}>
          {t('Also tried byte-reversed')} <span className="mono">{rfid}</span>:{' '}
          {count === 0 ? t('no match') : t('{{count}} found', { count })}
        </li>
      ))}
    </ul>
  )
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((part) => part.slice(0, 1))
    .filter(Boolean)
    .slice(0, 2)
    .join('')

function Match({ user, isOpen, href }: { user: FoundUser; isOpen: boolean; href: string }) {
  const { date } = useFormat()
  const { word, icon: Icon } = userStatusLabels[user.status]
  const { name, phone, email, status, disabled_reason, last_signed_in_at } = user
  const contact = phone ?? email
  // Many people share a name: the day tells them apart. Everything else was found whole.
  const isByName = user.matched === 'name' && last_signed_in_at !== null
  return (
    <Link href={href} className={classes.match} aria-current={isOpen ? 'true' : undefined}>
      <span className={classes.initials} aria-hidden>
        {initialsOf(name)}
      </span>
      <span className={classes.who}>
        <strong>{name}</strong>
        <span>{disabled_reason ?? contact}</span>
        <small>{isByName ? t('Last sign-in {{day}}', { day: date(last_signed_in_at) }) : matchedBy(user)}</small>
      </span>
      <span className={classes.status} data-status={status}>
        <Icon size={14} aria-hidden /> {t(word)}
      </span>
    </Link>
  )
}

/** Staff who were meant instead; the list of console users distinguishes several of one name. */
function ConsoleUsers({ people }: { people: readonly FoundConsoleUser[] }) {
  const [first] = people
  return (
    <section className={classes.staff}>
      <h2>{staffHeading(people.length)}</h2>
      <ul>
        {people.map(({ id, name, email }) => (
          <li key={id}>
            <Link href={`/users/console?q=${encodeURIComponent(email)}&open=${id}`}>{name}</Link> <span>{email}</span>
          </li>
        ))}
      </ul>
      {people.length > 1 && first !== undefined && <Link href="/users/console">{t('Go to console users')}</Link>}
    </section>
  )
}
