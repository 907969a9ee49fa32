import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/locations/list')({
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/locations${location.searchStr}`, replace: true })
  },
})
