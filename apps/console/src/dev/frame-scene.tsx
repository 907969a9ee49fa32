import {
  IconBellRinging,
  IconBuilding,
  IconChartHistogram,
  IconCpu,
  IconFlag,
  IconFolders,
  IconLayoutDashboard,
  IconLifebuoy,
  IconListCheck,
  IconMapPin,
  IconParking,
  IconPolygon,
  IconQrcode,
  IconReportAnalytics,
  IconRoute,
  IconScooter,
  IconShieldCheck,
  IconTicket,
  IconTool,
  IconUser,
  IconUserSearch,
  IconUsers,
  IconWorldCog,
} from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useAppearance } from '../shell/appearance.ts'
import { AppFrame, useNarrow } from '../ui/frame/app-frame.tsx'
import type { NavGroupEntries } from '../ui/frame/nav.tsx'
import { UserMenu } from '../ui/frame/user-menu.tsx'

const groups = (active: string): NavGroupEntries[] => {
  const entry = (label: string, icon: typeof IconFlag, count?: number) => ({
    label,
    icon,
    href: `/dev/ui#${label}`,
    isActive: label === active,
    ...(count ? { count } : {}),
  })
  return [
    {
      label: 'Operate',
      entries: [
        entry('Overview', IconLayoutDashboard),
        entry('Locations', IconMapPin),
        entry('Rentals', IconScooter),
        parking(active),
        entry('Rental sessions', IconRoute, 87),
        entry('Support', IconLifebuoy),
      ],
    },
    {
      label: 'People',
      entries: [
        entry('Find user', IconUserSearch),
        entry('Subscriptions', IconTicket),
        entry('Allowlists', IconListCheck),
      ],
    },
    {
      label: 'Field',
      entries: [
        entry('Find by QR code', IconQrcode),
        entry('Hardware', IconCpu),
        entry('Maintenance log', IconTool, 23),
        entry('Reminders', IconBellRinging),
        entry('Points of interest', IconFlag),
        entry('Public areas', IconPolygon),
      ],
    },
    { label: 'Analytics', entries: [entry('Dashboards', IconChartHistogram), entry('Reports', IconReportAnalytics)] },
    {
      label: 'Administration',
      entries: [
        entry('Organizations', IconBuilding),
        entry('Console users', IconUsers),
        entry('Resource groups', IconFolders),
        entry('Permissions', IconShieldCheck),
        entry('Region configs', IconWorldCog),
      ],
    },
  ]
}

const parking = (active: string) => ({
  label: 'Parking sessions',
  icon: IconParking,
  href: '/dev/ui#parking',
  count: 1284,
  isActive: false,
  children: [
    { label: 'Active', href: '/dev/ui#active' },
    { label: 'History', href: '/dev/ui#history', isActive: active === 'History' },
  ],
})

/** The whole window around a scene, as the app composes it. */
export function FrameScene({ active, banner, children }: { active: string; banner?: ReactNode; children: ReactNode }) {
  const [isCollapsed, setCollapsed] = useState(false)
  const [isMore, setMore] = useState(false)
  const scheme = useAppearance((state) => state.scheme)
  const isNarrow = useNarrow()
  return (
    <AppFrame
      groups={groups(active)}
      isCollapsed={isCollapsed}
      onCollapse={setCollapsed}
      onFind={() => undefined}
      user={
        <UserMenu
          name="Kadri Mets"
          email="kadri.mets@example.com"
          isCompact={isCollapsed || isNarrow}
          roles={[{ role: 'Technician', group: 'Tallinn' }]}
          entries={[{ label: 'Profile', icon: IconUser, onClick: () => undefined }]}
          scheme={scheme}
          onScheme={(chosen) => useAppearance.setState({ scheme: chosen })}
          onLogOut={() => undefined}
        />
      }
      phoneItems={[
        { label: 'Scan', icon: IconQrcode, href: '/dev/ui#scan', isActive: active === 'Scan' },
        { label: 'Locations', icon: IconMapPin, href: '/dev/ui#locations', isActive: active === 'Locations' },
        { label: 'Find', icon: IconUserSearch, href: '/dev/ui#find', count: 3 },
      ]}
      isMoreOpen={isMore}
      onMore={setMore}
      banner={banner}
    >
      {children}
    </AppFrame>
  )
}
