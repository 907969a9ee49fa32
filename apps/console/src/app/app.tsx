import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useApp } from '../stores/app-store.ts'
import type { Message } from '../stores/app-store.ts'
import { useAppearance } from '../shell/appearance.ts'
import { followAddress } from '../lists/left-view.ts'
import { dismissGroup, dismissMessage } from '../shell/messages.ts'
import { queryClient } from '../shell/query-client.ts'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { useSaidInPlace } from '../ui/frame/said-in-place.ts'
import { NavigateProvider } from '../ui/details/link.tsx'
import { Toasts } from '../ui/frame/toasts.tsx'
import type { Toast } from '../ui/frame/toasts.tsx'
import { router } from './router.tsx'

/** The routed view. It is drawn when the console is initialised; until then the page itself shows the spinner (spec section 1). */
export function App() {
  const scheme = useAppearance((state) => state.scheme)
  return (
    <ThemeProvider scheme={scheme}>
      <QueryClientProvider client={queryClient}>
        <NavigateProvider navigate={follow}>
          <RouterProvider router={router} />
          <Messages />
        </NavigateProvider>
      </QueryClientProvider>
    </ThemeProvider>
  )
}

function follow(href: string): void {
  followAddress(href)
  void router.navigate({ href })
}

const levelOf = ({ level, isSuccess }: Message): Toast['level'] => (isSuccess === true ? 'success' : level)

function Messages() {
  const inPlace = useSaidInPlace()
  const all = useApp((state) => state.messages)
  const messages = all.filter(({ group = '' }) => !inPlace.includes(group))
  // Said where it happened, it would come late on the page that is opened next.
  useEffect(() => {
    for (const group of inPlace) dismissGroup(group)
  }, [inPlace, all])
  const toasts = messages.map((message) => ({
    message,
    toast: { id: idOf(message), level: levelOf(message), text: message.text },
  }))
  const close = (id: string): void => {
    const closed = toasts.find(({ toast }) => toast.id === id)
    if (closed) dismissMessage(closed.message)
  }
  return <Toasts toasts={toasts.map(({ toast }) => toast)} onClose={close} />
}

// A message of a group keeps its place when it is replaced; one without is itself.
const ids = new WeakMap<Message, string>()
let nextId = 0
function idOf(message: Message): string {
  if (message.group !== undefined) return `group ${message.group}`
  const id = ids.get(message) ?? `message ${nextId++}`
  ids.set(message, id)
  return id
}
