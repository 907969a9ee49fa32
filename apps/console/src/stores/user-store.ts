import * as v from 'valibot'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { PersistStorage } from 'zustand/middleware'
import type { PermissionMap } from '@wheelhouse/contract/access.ts'

/** Spec section 3. */
export interface UserPreferences {
  /** Dates and numbers as the browser's language writes them, else the ISO way. */
  localizedFormats: boolean
  rfidFormat: 'hex' | 'decimal'
  /** IANA name. */
  timezone: string
}

/** A role as it is held: in one resource group. */
export interface UserRole {
  id: string
  name: string
  groupId: string
  groupName: string
}

/** Spec section 3, user state. The organization and the preferences are kept in local storage. */
export interface UserState {
  email: string | null
  subId: string | null
  organizationId: string | null
  userPreferences: UserPreferences
  loadingUserPermissions: boolean
  userPermissions: PermissionMap | null
  userRoles: UserRole[] | null
}

/**
 * A zone is asked for when something is first written in it: the browser reads its tables of dates then, which takes longer than
 * to draw the first rows. A kept name that this browser does not know gives way to its own.
 */
const preferencesOf = (written: Omit<UserPreferences, 'timezone'>, kept?: string): UserPreferences => {
  let timezone: string | undefined
  return {
    ...written,
    get timezone() {
      return (timezone ??= kept !== undefined && isTimezone(kept) ? kept : ownTimezone())
    },
  }
}

const ownTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const isTimezone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const defaultPreferences = (): UserPreferences => preferencesOf({ localizedFormats: true, rfidFormat: 'hex' })

const nobody = (): UserState => ({
  email: null,
  subId: null,
  organizationId: null,
  userPreferences: defaultPreferences(),
  loadingUserPermissions: false,
  userPermissions: null,
  userRoles: null,
})

/** What the person chose, not what was read for lack of it: a window may be open while its browser travels. */
let chosenZone: string | undefined

const Kept = v.object({
  organizationId: v.nullable(v.string()),
  userPreferences: v.pipe(
    v.object({
      localizedFormats: v.boolean(),
      rfidFormat: v.picklist(['hex', 'decimal']),
      timezone: v.optional(v.string()),
    }),
    v.transform(({ timezone, ...rest }) => preferencesOf(rest, (chosenZone = timezone))),
  ),
})

type KeptUser = Pick<UserState, 'organizationId'> & {
  userPreferences: Omit<UserPreferences, 'timezone'> & Partial<Pick<UserPreferences, 'timezone'>>
}

const json = createJSONStorage<KeptUser>(() => localStorage)
let written: UserState | KeptUser | undefined

/** Writes only what changed: the rights of a person come and go without it. The browser's own zone is not kept, since a person travels. */
const storage: PersistStorage<KeptUser> = {
  getItem: (name) => json?.getItem(name) ?? null,
  setItem(name, value) {
    const { organizationId, userPreferences } = value.state
    if (written?.organizationId === organizationId && written.userPreferences === userPreferences) return
    written = value.state
    const timezone = chosenZone === ownTimezone() ? undefined : chosenZone
    json?.setItem(name, { ...value, state: { organizationId, userPreferences: { ...userPreferences, timezone } } })
  },
  removeItem: (name) => json?.removeItem(name),
}

export const useUser = create<UserState>()(
  persist(nobody, {
    name: 'wheelhouse.user',
    storage,
    partialize: ({ organizationId, userPreferences }): KeptUser => ({ organizationId, userPreferences }),
    merge: (kept, current) => {
      const read = v.safeParse(Kept, kept)
      return (written = read.success ? { ...current, ...read.output } : { ...current })
    },
  }),
)

export function setPreferences(changed: Partial<UserPreferences>): void {
  if (changed.timezone !== undefined) chosenZone = changed.timezone
  useUser.setState(({ userPreferences }) => ({ userPreferences: { ...userPreferences, ...changed } }))
}

/** Leaves nothing of the person but the preferences of this browser. */
export function forgetUser(): void {
  useUser.setState(({ userPreferences }) => ({ ...nobody(), userPreferences }))
}
