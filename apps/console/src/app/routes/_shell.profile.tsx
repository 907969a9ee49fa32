import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '../../features/console-users/profile-screen.tsx'
import { PreferencesForm } from '../../pages/preferences/preferences-form.tsx'

export const Route = createFileRoute('/_shell/profile')({
  staticData: { isForProduction: true },
  component: ProfileRoute,
})

function ProfileRoute() {
  const navigate = Route.useNavigate()
  return (
    <ProfileScreen
      preferences={<PreferencesForm />}
      onLogOut={() => void navigate({ to: '/logout', search: { redirecting: 'true' } })}
    />
  )
}
