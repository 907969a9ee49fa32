import { Button } from '@mantine/core'
import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import {
  createExternalDevice,
  externalDevices,
  refreshSims,
  simObstacle,
} from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { ExternalDevice } from '@wheelhouse/contract/external-devices/external-devices.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { ListRows } from '../../lists/list-rows.tsx'
import { useList } from '../../lists/list.ts'
import { orderOf, sortedBy, sortOf } from '../../lists/list-search.ts'
import type { ListSearch } from '../../lists/list-search.ts'
import { pushInfo } from '../../shell/messages.ts'
import { askPanel } from '../../ui/dialogs/dialog-closing.ts'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'
import { ExternalDeviceCard, externalDeviceColumns } from './external-device-columns.tsx'
import { NewExternalDeviceDialog } from './external-device-dialog.tsx'
import { OpenExternalDevice } from './external-device-panel.tsx'
import classes from './external-devices.module.css'

const isAsked = (device: ExternalDevice): boolean => simObstacle(device) === null

interface ExternalDevicesPanelProps {
  locationId: string
  /** Nothing is added or edited here any more. */
  isClosed: boolean
}

/** The external devices of a location. Which one is open, or `new`, stays here: the location's address belongs to its devices. */
export function ExternalDevicesPanel({ locationId, isClosed }: ExternalDevicesPanelProps) {
  const may = useCanCall(externalDevices.route)
  const mayAdd = useCanCall(createExternalDevice) && !isClosed
  const [open, setOpen] = useState<string | null>(null)
  const [order, setOrder] = useState<ListSearch>({})
  const query = { location_id: locationId, ...orderOf(order) }
  const list = useList(externalDevices.route, query, {
    enabled: may,
    isLive: true,
    isRelevant: ({ location_id }) => location_id === locationId,
  })
  if (!may) return <NoPermission action="GETEXTDEVICES" resource="location" />
  const close = () => setOpen(null)
  return (
    <section className={classes.panel}>
      <SectionHead
        title={t('External devices')}
        count={list.total?.total}
        actions={
          <HeadActions
            locationId={locationId}
            devices={list.rows}
            query={query}
            count={list.count}
            onAdd={mayAdd ? () => askPanel(() => setOpen('new')) : undefined}
          />
        }
      />
      <ListRows
        label={t('External devices')}
        columns={externalDeviceColumns}
        list={list}
        failed={externalDevices.says.failed}
        sort={sortOf(order, externalDevices)}
        onSort={(sort) => setOrder(sortedBy(order, sort, externalDevices))}
        onOpen={({ id }) => askPanel(() => setOpen(id))}
        openId={open ?? undefined}
        card={(device) => <ExternalDeviceCard device={device} />}
        words={{
          noData: t('No external devices yet'),
          whyNoData: mayAdd
            ? t('Routers, cameras, barriers and other third-party hardware at this location.')
            : undefined,
        }}
        isWhole
      />
      {open === 'new' && (
        <NewExternalDeviceDialog locationId={locationId} onDone={({ id }) => setOpen(id)} onClose={close} />
      )}
      {open !== null && open !== 'new' && (
        <OpenExternalDevice key={open} locationId={locationId} id={open} isClosed={isClosed} onClose={close} />
      )}
    </section>
  )
}

function askedText(asked: number): string {
  if (asked === 0) return t('All SIMs were just updated')
  return asked === 1 ? t('Updating 1 SIM') : t('Updating {{count}} SIMs', { count: asked })
}

interface HeadActionsProps {
  locationId: string
  devices: readonly ExternalDevice[]
  query: Record<string, unknown>
  count: string | undefined
  onAdd: (() => void) | undefined
}

function HeadActions({ locationId, devices, query, count, onAdd }: HeadActionsProps) {
  const isPhone = usePhone()
  return (
    <>
      {devices.length > 0 && (
        <ListExport
          route={externalDevices.csv}
          query={query}
          title={t('Export external devices')}
          count={count ?? ''}
        />
      )}
      {devices.some(isAsked) && (
        <ActionButton
          route={refreshSims}
          input={{ params: { location_id: locationId } }}
          label={t('Update all SIMs')}
          icon={IconRefresh}
          isIconOnly={isPhone}
          onDone={({ asked }) => pushInfo(askedText(asked), 'sims')}
        />
      )}
      {onAdd !== undefined && (
        <Button leftSection={<IconPlus size={15} />} onClick={onAdd}>
          {isPhone ? t('Add') : t('Add external device')}
        </Button>
      )}
    </>
  )
}
