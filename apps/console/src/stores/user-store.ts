import * as z from 'zod'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
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

export const defaultPreferences = (): UserPreferences => ({
  localizedFormats: true,
  rfidFormat: 'hex',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

const nobody = (): UserState => ({
  email: null,
  subId: null,
  organizationId: null,
  userPreferences: defaultPreferences(),
  loadingUserPermissions: false,
  userPermissions: null,
  userRoles: null,
})

const isTimezone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
const Kept = z.object({
  organizationId: z.string().nullable(),
  userPreferences: z.object({
    localizedFormats: z.boolean(),
    rfidFormat: z.enum(['hex', 'decimal']),
    timezone: z.string().refine(isTimezone),
  }),
})

export const useUser = create<UserState>()(
  persist(nobody, {
    name: 'wheelhouse.user',
    partialize: ({ organizationId, userPreferences }) => ({ organizationId, userPreferences }),
    merge: (kept, current) => ({ ...current, ...(Kept.safeParse(kept).data ?? {}) }),
  }),
)

export function setPreferences(changed: Partial<UserPreferences>): void {
  useUser.setState(({ userPreferences }) => ({ userPreferences: { ...userPreferences, ...changed } }))
}

/** Leaves nothing of the person but the preferences of this browser. */
export function forgetUser(): void {
  useUser.setState(({ userPreferences }) => ({ ...nobody(), userPreferences }))
}
