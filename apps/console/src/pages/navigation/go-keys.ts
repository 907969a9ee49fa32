/** G and then this letter opens the page. The labels are those of the menu. */
export const goKeys: readonly { key: string; label: string; path: string }[] = [
  { key: 'l', label: 'Locations', path: '/locations' },
  { key: 's', label: 'Parking sessions', path: '/device-sessions/active' },
  { key: 'r', label: 'Rentals', path: '/rentals' },
  { key: 'p', label: 'Payments', path: '/payments' },
  { key: 'u', label: 'Find user', path: '/find' },
  { key: 'q', label: 'Find by QR code', path: '/deep-link/search' },
  { key: 'h', label: 'Hardware', path: '/hardware/find' },
  { key: 'm', label: 'Maintenance log', path: '/maintenance-log' },
  { key: 'o', label: 'Organizations', path: '/organizations' },
]
