import { t } from '../../i18n/i18n.ts'
import type { Tab } from '../../ui/frame/page.tsx'

/** The two lists of the screen. */
export const paymentTabs = (active: 'payments' | 'differences'): Tab[] => [
  { id: 'payments', label: t('All'), href: '/payments', isActive: active === 'payments' },
  {
    id: 'differences',
    label: t('Differences'),
    href: '/payments/differences?status=open',
    isActive: active === 'differences',
  },
]
