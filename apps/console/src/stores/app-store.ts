import { create } from 'zustand'

/** Spec section 3. Messages with the same group replace each other. */
export interface Message {
  group?: string
  level: 'error' | 'info'
  /** Of an info: something succeeded, and it is drawn as such. */
  isSuccess?: true
  text: string
}

/** Spec section 3, app state. */
export interface AppState {
  isInitialized: boolean
  isVisible: boolean
  isOnline: boolean
  drawer: boolean
  messages: Message[]
}

const initial: AppState = { isInitialized: false, isVisible: true, isOnline: true, drawer: true, messages: [] }

export const useApp = create<AppState>()(() => initial)

/** Keeps `isVisible` and `isOnline` true to the page. Called once at start. */
export function trackPage(page: Document, network: Window): void {
  const look = (): void =>
    useApp.setState({ isVisible: page.visibilityState === 'visible', isOnline: network.navigator.onLine })
  page.addEventListener('visibilitychange', look)
  network.addEventListener('online', look)
  network.addEventListener('offline', look)
  look()
}
