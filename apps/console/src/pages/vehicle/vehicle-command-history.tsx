import { rentalDeviceCommands } from '@wheelhouse/contract/commands/rental-commands.ts'
import { History } from '../../features/commands/command-history.tsx'
import { t } from '../../i18n/i18n.ts'
import { useList } from '../../lists/list.ts'
import { ListExport } from '../../lists/list-export.tsx'

const pageSize = 20

/** What was sent to a vehicle, by whom, why, and how it ended; newest first. */
export function VehicleCommandHistory({ id }: { id: string }) {
  const params = { rental_device_id: id }
  const list = useList(rentalDeviceCommands.route, { limit: pageSize }, { params, isLive: true })
  return (
    <>
      {list.rows.length > 0 && (
        <ListExport
          route={rentalDeviceCommands.csv}
          params={params}
          query={{}}
          title={t('Export the commands')}
          count={list.count ?? ''}
        />
      )}
      <History list={list} />
    </>
  )
}
