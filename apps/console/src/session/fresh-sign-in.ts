import { create } from 'zustand'

/** Whether a call was refused because the sign-in is too old for it (`needsFreshSignIn`). */
export const useFreshSignIn = create<{ isAsked: boolean }>(() => ({ isAsked: false }))

export const askForSignIn = (): void => useFreshSignIn.setState({ isAsked: true })
export const dismissSignIn = (): void => useFreshSignIn.setState({ isAsked: false })
