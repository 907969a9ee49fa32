const users = 'select u.id, u.name, u.phone, u.email, u.disabled_at, u.last_signed_in_at from users u'
const holders = `${users} join access_keys k on k.user_id = u.id where k.type`

/** One indexed look-up for each way of finding a person; no permission and no event. $1 what was typed, as it is stored: of a key its hash in hex. */
export const lookUps: Record<string, string> = {
  phone: `${users} where u.phone = $1`,
  email: `${users} where lower(u.email) = $1`,
  pin: `${holders} = 'pin' and k.key_hash = decode($1, 'hex')`,
  rfid: `${holders} in ('rfid', 'nfc') and k.key_hash = decode($1, 'hex')`,
  id: `${users} where u.id = $1::uuid`,
}

/**
 * The events that a look-up leaves, in one statement: who searched, and of personal data who was found. $1 the person
 * who looks, $2 the user.
 */
export const lookUpEvents = `insert into events (id, at, actor_kind, actor_id, feature, verb, resource_type, resource_id, after, correlation_id)
  select uuidv7(), now(), 'person', $1::uuid, 'find-user', verb, type, id, '{}', gen_random_uuid()
  from (values ('searched', 'console_user', $1::uuid), ('found', 'user', $2::uuid)) e(verb, type, id)`
