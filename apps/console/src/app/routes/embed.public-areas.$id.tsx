import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { EmbeddedArea } from '../../features/public-areas/embedded-area.tsx'
import { leftOut } from '../../lists/address-values.ts'
import { useAppearance } from '../../shell/appearance.ts'

const themes = ['dark', 'light'] as const
const EmbedSearch = v.object({ theme: leftOut(v.picklist(themes)) })

const preferred = (): (typeof themes)[number] =>
  window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'

/** For frames of other pages: outside of the shell, without sign-in. It looks as the address says, else as the visitor prefers. */
export const Route = createFileRoute('/embed/public-areas/$id')({
  validateSearch: EmbedSearch,
  beforeLoad: ({ search }) => useAppearance.setState({ scheme: search.theme ?? preferred() }),
  staticData: { isForProduction: true },
  component: EmbedRoute,
})

function EmbedRoute() {
  const { id } = Route.useParams()
  return <EmbeddedArea key={id} id={id} />
}
