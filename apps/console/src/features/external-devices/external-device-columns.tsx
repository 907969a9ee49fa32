import { IconRefresh } from '@tabler/icons-react'
import { externalDevices } from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { ExternalDevice } from '@wheelhouse/contract/external-devices/external-devices.ts'
import { t } from '../../i18n/i18n.ts'
import { sortableBy } from '../../lists/list-columns.ts'
import { updatedColumn } from '../../lists/common-columns.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing } from '../../ui/data-table/cells.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { groupedDigits, typeLabels } from './external-device-labels.ts'
import classes from './external-devices.module.css'

export function Type({ type }: Pick<ExternalDevice, 'type'>) {
  const { word, icon: Icon } = typeLabels[type]
  return (
    <span className={classes.glyphed}>
      <Icon size={14} aria-hidden /> {t(word)}
    </span>
  )
}

type Sim = Pick<ExternalDevice, 'iccid' | 'sim_status' | 'sim_status_at' | 'sim_status_word' | 'sim_update'>

/** The status with its age, and whether it is being asked for. A device without a card has none. */
export function SimStatusText({ iccid, sim_status, sim_status_at, sim_status_word, sim_update }: Sim) {
  if (iccid === null && sim_status_at === null) return <Nothing />
  return (
    <span className={classes.sim}>
      <StatusText of="sim" value={sim_status} word={sim_status_word ?? undefined} />
      {sim_update === 'asking' ? (
        <span className={classes.asking}>
          <IconRefresh size={13} aria-hidden /> {t('updating')}
        </span>
      ) : (
        sim_status_at !== null && (
          <span className={classes.age}>
            <RelativeTime at={sim_status_at} isShort />
          </span>
        )
      )}
      {sim_update === 'failed' && <span className={classes.failed}>{t('update failed')}</span>}
    </span>
  )
}

export const plainColumns: readonly ListColumn<typeof externalDevices>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <NameCell>{name}</NameCell>,
    width: 220,
    isGrowing: true,
    isHideable: false,
  },
  { id: 'type', header: 'Type', cell: ({ type }) => <Type type={type} />, width: 120 },
  {
    id: 'external_id',
    header: 'ID',
    cell: ({ external_id }) => <span className="mono">{external_id}</span>,
    width: 160,
  },
  {
    id: 'sim_status',
    header: 'SIM',
    cell: (device) => <SimStatusText {...device} />,
    width: 220,
    watch: ({ sim_status }) => sim_status,
  },
  {
    id: 'iccid',
    header: 'ICCID',
    cell: ({ iccid }) => (iccid === null ? <Nothing /> : <span className="mono">{groupedDigits(iccid)}</span>),
    width: 210,
  },
  { id: 'msisdn', header: 'MSISDN', cell: ({ msisdn }) => <DimCell>{msisdn}</DimCell>, width: 130 },
  { id: 'comment', header: 'Comment', cell: ({ comment }) => <DimCell>{comment}</DimCell>, width: 200 },
  updatedColumn,
]
/** In a panel, whose rows follow no list page. */
export const externalDeviceColumns = sortableBy(externalDevices, plainColumns)

export const ExternalDeviceCard = ({ device }: { device: ExternalDevice }) => (
  <RowCard
    title={device.name}
    trailing={<Type type={device.type} />}
    facts={
      <>
        <span className="mono">{device.external_id}</span>
        {(device.iccid !== null || device.sim_status_at !== null) && <SimStatusText {...device} />}
      </>
    }
  >
    {device.comment || undefined}
  </RowCard>
)
