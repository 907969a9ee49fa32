import { create } from 'zustand'

export type Scheme = 'light' | 'dark'

export type Density = 'compact' | 'comfortable'

export interface Appearance {
  scheme: Scheme
  /** Rows of the lists whose density was not chosen by itself. */
  density: Density
}

const key = 'wheelhouse.scheme'
const densityKey = 'wheelhouse.density'
const kept = (): Scheme | null => {
  const value = localStorage.getItem(key)
  return value === 'light' || value === 'dark' ? value : null
}

/** Spec section 9: the shell starts light; start-up sets the dark palette, unless the person chose otherwise. */
export const useAppearance = create<Appearance>()(() => ({
  scheme: kept() ?? 'light',
  density: localStorage.getItem(densityKey) === 'comfortable' ? 'comfortable' : 'compact',
}))

export const startScheme = (): void => useAppearance.setState({ scheme: kept() ?? 'dark' })

export function chooseScheme(scheme: Scheme): void {
  localStorage.setItem(key, scheme)
  useAppearance.setState({ scheme })
}

export function chooseDensity(density: Density): void {
  localStorage.setItem(densityKey, density)
  useAppearance.setState({ density })
}
