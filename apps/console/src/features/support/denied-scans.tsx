import { IconNfcOff } from '@tabler/icons-react'
import { deniedScansAtDevice } from '@wheelhouse/contract/support/denied-scans.ts'
import type { DeniedScan } from '@wheelhouse/contract/support/denied-scans.ts'
import { t } from '../../i18n/i18n.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { useList } from '../../lists/list.ts'
import { useCanCall } from '../../session/can.ts'
import { RelativeTime } from '../../ui/details/time.tsx'
import { EventList } from '../../ui/details/timeline.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { keyWord } from '../devices/device-labels.ts'
import { supportPath } from './support-address.ts'
import { causeWords } from './cause-labels.ts'

const shown = 5

/** Whom this device refused: who calls is often among them. */
export function DeniedScansAtDevice({ deviceId }: { deviceId: string }) {
  const may = useCanCall(deniedScansAtDevice.route)
  const params = { device_id: deviceId }
  const list = useList(deniedScansAtDevice.route, { limit: shown }, { params, enabled: may, isLive: true })
  if (list.rows.length === 0) return null
  return (
    <section>
      <SectionHead
        title={t('Refused keys')}
        count={list.total?.total}
        actions={
          <ListExport
            route={deniedScansAtDevice.csv}
            params={params}
            query={{}}
            title={t('Export refused keys')}
            count={list.count ?? ''}
          />
        }
      />
      <Scans scans={list.rows} />
    </section>
  )
}

function Scans({ scans }: { scans: readonly DeniedScan[] }) {
  return (
    <EventList
      events={scans.map((scan) => ({
        id: scan.id,
        icon: IconNfcOff,
        tone: 'amber' as const,
        title: scan.user_name ?? t('Unknown person'),
        detail: t('{{key}} key: {{cause}}', { key: keyWord(scan.key_type), cause: causeWords(scan.cause) }),
        time: <RelativeTime at={scan.at} isShort />,
        href: supportPath({
          user: scan.user_id ?? undefined,
          key: scan.access_key_id ?? undefined,
          device: scan.device_id,
        }),
      }))}
    />
  )
}
