import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconSortAscendingNumbers } from '@tabler/icons-react'
import { useState } from 'react'
import { getDeviceOrder, setDeviceOrder } from '@wheelhouse/contract/devices/device-edit.ts'
import type { DeviceOrder as SavedOrder } from '@wheelhouse/contract/devices/device-edit.ts'
import { RowLabel } from '@wheelhouse/contract/devices/device-fields.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { ApiError } from '../../http/api-error.ts'
import { read, useWrite } from '../../api/api.ts'
import { deviceName, deviceTypeWord } from './device-labels.ts'
import { deviceNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { pushFailure } from '../../shell/messages.ts'
import { LeaveDialog, useUnsaved } from '../../forms/unsaved.tsx'
import { NoticeBar } from '../../ui/frame/bars.tsx'
import { byNumber, isSameOrder } from '../../ui/docks/dock-order.ts'
import type { Order } from '../../ui/docks/dock-order.ts'
import { OrderPlan } from '../../ui/docks/order-plan.tsx'
import type { OrderTile } from '../../ui/docks/order-moves.ts'
import { Skeleton } from '../../ui/frame/states.tsx'
import classes from './device-edit.module.css'

interface DeviceOrderProps {
  locationId: string
  devices: readonly Device[]
  onClose: () => void
}

/** Replaces the plan while a person arranges the devices as they are on the ground. The order is saved as a whole. */
export function DeviceOrder(props: DeviceOrderProps) {
  const params = { location_id: props.locationId }
  // What was read at the start counts until it is asked for again: nothing moves under someone's hands.
  const order = useQuery({
    ...read(getDeviceOrder, { params }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <Loaded query={order} failed={getDeviceOrder.says.failed} bones={<Skeleton lines={6} />}>
      {(saved) => <Editor {...props} saved={saved} onAgain={() => order.refetch().then((answer) => answer.data)} />}
    </Loaded>
  )
}

const orderOf = ({ rows }: SavedOrder): Order => {
  const order = rows.map(({ label, device_ids }, index) => ({ key: `${index}`, label, ids: device_ids }))
  return order.length > 0 ? order : [{ key: '0', label: '', ids: [] }]
}

/** The rows as the server accepts them: with their labels, and without empty rows. */
const rowsOf = (order: Order) =>
  order.filter(({ ids }) => ids.length > 0).map(({ label, ids }) => ({ label: label.trim(), device_ids: [...ids] }))

/** Someone else saved first: keeps this person's order of the remaining devices and adds new ones at the end. */
function onto(mine: Order, theirs: Order): Order {
  const present = new Set(theirs.flatMap(({ ids }) => ids))
  const known = new Set(mine.flatMap(({ ids }) => ids))
  const kept = mine.map((row) => ({ ...row, ids: row.ids.filter((id) => present.has(id)) }))
  const added = [...present].filter((id) => !known.has(id))
  return kept.map((row, index) => (index === kept.length - 1 ? { ...row, ids: [...row.ids, ...added] } : row))
}

const isStale = (error: unknown): boolean => error instanceof ApiError && (error.status === 412 || error.status === 409)

function Editor({
  locationId,
  devices,
  saved,
  onAgain,
  onClose,
}: DeviceOrderProps & { saved: SavedOrder; onAgain: () => Promise<SavedOrder | undefined> }) {
  const [base, setBase] = useState({ version: saved.version, order: orderOf(saved) })
  const [order, setOrder] = useState(base.order)
  const [theirs, setTheirs] = useState<SavedOrder | null>(null)
  const save = useWrite(setDeviceOrder, { isQuiet: true })
  const isChanged = !isSameOrder(base.order, order)
  const unsaved = useUnsaved(isChanged, () => undefined)
  const send = (version: number) =>
    save.mutate(
      { params: { location_id: locationId }, body: { rows: rowsOf(order) }, version },
      {
        onSuccess: () => (unsaved.release(), onClose()),
        onError: (error) =>
          isStale(error)
            ? void onAgain().then((now) => setTheirs(now ?? null))
            : pushFailure(setDeviceOrder.says.failed, error),
      },
    )
  const take = (now: SavedOrder, next: Order): void => {
    setBase({ version: now.version, order: orderOf(now) })
    setOrder(next)
    setTheirs(null)
  }
  const known = new Map(devices.map((device) => [device.id, device]))
  return (
    <section className={classes.order} aria-label={t('Physical order')}>
      <header className={classes.orderHead}>
        <h2>{t('Physical order')}</h2>
        <span role="status">{isChanged ? t('Not saved yet') : ''}</span>
        <Button
          leftSection={<IconSortAscendingNumbers size={15} />}
          disabled={save.isPending}
          onClick={() => setOrder(byNumber(order, (id) => known.get(id)?.number ?? 0))}
        >
          {t('By number')}
        </Button>
        <Button disabled={save.isPending} onClick={() => unsaved.ask(onClose)}>
          {t('Cancel')}
        </Button>
        <Button
          variant="filled"
          loading={save.isPending}
          disabled={theirs !== null}
          onClick={() => (isChanged ? send(base.version) : onClose())}
        >
          {isChanged ? t('Save order') : t('Done')}
        </Button>
      </header>
      <div className={classes.orderBody}>
        {theirs !== null && (
          <Faster
            onTheirs={() => take(theirs, orderOf(theirs))}
            onMine={() => take(theirs, onto(order, orderOf(theirs)))}
          />
        )}
        <OrderPlan
          order={order}
          onOrder={setOrder}
          tileOf={(id) => tileOf(known.get(id))}
          labelLongest={rowLabelLongest}
          isBusy={save.isPending}
        />
      </div>
      <LeaveDialog leaving={unsaved.leaving} changes={1} />
    </section>
  )
}

const rowLabelLongest = RowLabel.maxLength ?? 32

const tileOf = (device: Device | undefined): OrderTile =>
  device === undefined
    ? { number: '–', name: t('Unknown device') }
    : {
        number: deviceNumber(device.number),
        name: deviceName(device),
        ...(device.type === 'dock' ? {} : { detail: deviceTypeWord(device.type) }),
      }

/** Asks before either order is lost: the person takes the saved order, or applies the unsaved one to it and saves again. */
const Faster = ({ onTheirs, onMine }: { onTheirs: () => void; onMine: () => void }) => (
  <NoticeBar isBox icon={<IconAlertTriangle size={16} aria-hidden />}>
    {t('Someone else has changed this.')}{' '}
    <Button size="xs" onClick={onTheirs}>
      {t('Take theirs')}
    </Button>{' '}
    <Button size="xs" onClick={onMine}>
      {t('Keep mine')}
    </Button>
  </NoticeBar>
)
