import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { UiPage } from '../../dev/ui-page.tsx'
import { config } from '../../http/config.ts'
import { leftOut } from '../../lists/address-values.ts'
import { Bare } from '../../pages/sign-in/bare-page.tsx'
import { EmptyScreen } from '../../pages/landing/empty-screen.tsx'

const text = leftOut(v.string())

/** Not marked for production, and outside of the shell: its data is invented, so nobody need sign in. */
export const Route = createFileRoute('/dev/ui')({
  validateSearch: v.object({ theme: leftOut(v.picklist(['dark', 'light'])), scene: text, set: text }),
  component: DevUiRoute,
})

function DevUiRoute() {
  const { theme, scene } = Route.useSearch()
  const navigate = Route.useNavigate()
  if (!config().non_production)
    return (
      <Bare title="Wheelhouse">
        <EmptyScreen />
      </Bare>
    )
  return (
    <UiPage
      theme={theme}
      scene={scene}
      onTheme={(chosen) => void navigate({ search: (last) => ({ ...last, theme: chosen }), replace: true })}
    />
  )
}
