import { create } from 'zustand'

export type Scheme = 'light' | 'dark'

const key = 'wheelhouse.scheme'
const kept = (): Scheme | null => {
  const value = localStorage.getItem(key)
  return value === 'light' || value === 'dark' ? value : null
}

/** Spec section 9: the shell starts light; start-up sets the dark palette, unless the person chose otherwise. */
export const useAppearance = create<{ scheme: Scheme }>()(() => ({ scheme: kept() ?? 'light' }))

export const startScheme = (): void => useAppearance.setState({ scheme: kept() ?? 'dark' })

export function chooseScheme(scheme: Scheme): void {
  localStorage.setItem(key, scheme)
  useAppearance.setState({ scheme })
}
