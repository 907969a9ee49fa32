import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../guard.ts'
import { Shell } from '../shell.tsx'

export const Route = createFileRoute('/_shell')({
  beforeLoad: ({ location, preload }) => (preload ? undefined : guard(location.href)),
  component: Shell,
})
