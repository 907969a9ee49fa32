import * as z from 'zod'
import { eventsOf } from '../events/events.ts'
import { Id, Instant, route } from '../route.ts'
import { requiredLines } from '../texts.ts'

export const userStatuses = ['active', 'disabled', 'deleted'] as const
export const UserStatus = z.enum(userStatuses)
export type UserStatus = z.infer<typeof UserStatus>

export const appPlatforms = ['ios', 'android', 'web'] as const
export const AppPlatform = z.enum(appPlatforms)
export type AppPlatform = z.infer<typeof AppPlatform>

/** The name of everyone whose personal data was erased. */
export const deletedUserName = 'Deleted user'

/**
 * A rider (spec section 3). Phone, email and PIN are masked; `revealPersonalData` returns them whole. They are null for a
 * reader without GET_PRIVILEGED (rights: field levels) and where the person has none.
 */
export const User = z.object({
  id: Id,
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  pin: z.string().nullable(),
  /** Whether this reader may ask for the whole. */
  can_reveal: z.boolean(),
  /** BCP 47. */
  language: z.string(),
  country_code: z.string(),
  /** A region tag; empty where the app did not say. */
  region: z.string(),
  app_version: z.string().nullable(),
  app_platform: AppPlatform.nullable(),
  /** Devices that take notifications. */
  push_devices: z.number().int(),
  status: UserStatus,
  disabled_reason: z.string().nullable(),
  disabled_at: Instant.nullable(),
  deleted_at: Instant.nullable(),
  created_at: Instant,
  last_signed_in_at: Instant.nullable(),
  version: z.number().int(),
})
export type User = z.infer<typeof User>

const path = '/user/v1/users'
const UserRef = z.strictObject({ user_id: Id })
export const onUser = { on: { user: 'user_id' }, params: UserRef } as const

export const getUser = route({
  method: 'GET',
  path: `${path}/:user_id`,
  summary: 'One user, personal data masked',
  says: { failed: 'Fetch user failed' },
  access: { user: ['GET'] },
  ...onUser,
  reply: User,
})

export const PersonalData = z.object({
  phone: z.string().nullable(),
  email: z.string().nullable(),
  pin: z.string().nullable(),
})
export type PersonalData = z.infer<typeof PersonalData>

/** A POST because it leaves an event: who asked, when and for whom. */
export const revealPersonalData = route({
  method: 'POST',
  path: `${path}/:user_id/personal-data-reveals`,
  summary: 'Phone, email and PIN of a user, unmasked; each call is recorded',
  says: { failed: 'Show personal data failed' },
  access: { user: ['GET_PRIVILEGED'] },
  ...onUser,
  reply: PersonalData,
  isSecret: true,
})

/** Characters of the reason for disabling. */
export const reasonAtLeast = 3

/** Spec section 5: disabling a user needs a reason. */
export const disableUser = route({
  method: 'PUT',
  path: `${path}/:user_id/disabled`,
  summary: 'Disable a user',
  says: { failed: 'Disable user failed', done: 'User disabled' },
  access: { user: ['DISABLE'] },
  ...onUser,
  body: z.strictObject({ reason: requiredLines('Reason', reasonAtLeast, 500) }),
  needsVersion: true,
  reply: User,
  changes: [getUser],
})

export const enableUser = route({
  method: 'DELETE',
  path: `${path}/:user_id/disabled`,
  summary: 'Enable a user again',
  says: { failed: 'Enable user failed', done: 'User enabled' },
  access: { user: ['DISABLE'] },
  ...onUser,
  needsVersion: true,
  reply: User,
  changes: [getUser],
})

/** GET_EVENTS is an action of locations. Who may see personal data also sees who asked for it. */
export const listUserEvents = eventsOf(getUser, { user: ['GET_PRIVILEGED'] })
