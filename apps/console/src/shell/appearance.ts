import { isOneOf } from '@wheelhouse/contract/certain.ts'
import { create } from 'zustand'

export type Scheme = 'light' | 'dark'
/** System: as the operating system has it, also when that changes. */
const choices = ['light', 'dark', 'system'] as const
export type SchemeChoice = (typeof choices)[number]

export type Density = 'compact' | 'comfortable'

export interface Appearance {
  scheme: Scheme
  choice: SchemeChoice
  /** Rows of the lists whose density was not chosen by itself. */
  density: Density
}

const key = 'wheelhouse.scheme'
const densityKey = 'wheelhouse.density'
const system = () => matchMedia('(prefers-color-scheme: dark)')

function schemeOf(first: Scheme): Pick<Appearance, 'scheme' | 'choice'> {
  const kept = localStorage.getItem(key)
  const choice = isOneOf(choices, kept) ? kept : first
  const isDark = choice === 'dark' || (choice === 'system' && system().matches)
  return { choice, scheme: isDark ? 'dark' : 'light' }
}

/** Spec section 9: the shell starts light; start-up sets the dark palette, unless the person chose otherwise. */
export const useAppearance = create<Appearance>()(() => ({
  ...schemeOf('light'),
  density: localStorage.getItem(densityKey) === 'comfortable' ? 'comfortable' : 'compact',
}))

export function startScheme(): void {
  system().onchange = startScheme
  useAppearance.setState(schemeOf('dark'))
}

export function chooseScheme(choice: SchemeChoice): void {
  localStorage.setItem(key, choice)
  startScheme()
}

export function chooseDensity(density: Density): void {
  localStorage.setItem(densityKey, density)
  useAppearance.setState({ density })
}
