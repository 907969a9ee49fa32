import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import {
  addSubscriptionTargets,
  removeSubscriptionTargets,
  subscriptionDevices,
  subscriptionLocations,
} from '@wheelhouse/contract/subscriptions/subscription-targets.ts'
import type { Subscription } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { useWrite } from '../../api/api.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { useCanCall } from '../../session/can.ts'
import { DimCell, Nothing } from '../../ui/data-table/cells.tsx'
import { locksText, SyncOf } from '../lock-targets/lock-sync-labels.tsx'
import type { LockCounts } from '../lock-targets/lock-sync-labels.tsx'
import { AddLockTargetsDialog, LockTargets, useTargetList } from '../lock-targets/lock-targets-picker.tsx'
import type { NamedTarget } from '../lock-targets/lock-targets-picker.tsx'

/** Where a subscription counts. */
export function TargetsPanel({ row }: { row: Subscription }) {
  const mayAdd = useCanCall(addSubscriptionTargets)
  const [isAdding, setAdding] = useState(false)
  const params = { subscription_id: row.id }
  const locations = useTargetList(subscriptionLocations, params)
  const devices = useTargetList(subscriptionDevices, params)
  return (
    <>
      <LockTargets
        locations={locations}
        devices={devices}
        totals={{ locations: row.locations, devices: row.devices }}
        whyDevices={t('Docks, lockers or doors for subscribers, while the rest of their location is not part of it.')}
        add={
          mayAdd && (
            <Button leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
              {t('Add locations or devices')}
            </Button>
          )
        }
        sync={(counts) => <LocksOf row={row} counts={counts} />}
        remove={(target) => <RemoveTarget row={row} target={target} />}
      />
      {isAdding && <AddTargets row={row} onClose={() => setAdding(false)} />}
    </>
  )
}

/** The locks know the subscribers only where a subscription is exclusive. */
function LocksOf({ row, counts }: { row: Subscription; counts: LockCounts }) {
  if (row.is_exclusive) return <SyncOf {...counts} />
  return counts.locks === 0 ? <Nothing /> : <DimCell>{locksText(counts)}</DimCell>
}

function AddTargets({ row, onClose }: { row: Subscription; onClose: () => void }) {
  const write = useWrite(addSubscriptionTargets, { isQuiet: true })
  return (
    <AddLockTargetsDialog
      title={t('Add locations or devices to {{name}}', { name: row.name })}
      help={helpOf(row)}
      onAdd={(body) => write.mutateAsync({ params: { subscription_id: row.id }, body })}
      onClose={onClose}
      failed={addSubscriptionTargets.says.failed}
    />
  )
}

function helpOf({ status, is_exclusive }: Subscription): string {
  if (!is_exclusive) return t('The locks stay open to everyone; subscribers park there free of charge.')
  return status === 'active'
    ? t(
        'The subscription is switched on: once a lock has received its list, it opens for subscribers and allowlists only.',
      )
    : t('The subscription is switched off: nothing changes at the locks until it is switched on.')
}

const RemoveTarget = ({ row, target }: { row: Subscription; target: NamedTarget }) => (
  <ActionButton
    route={removeSubscriptionTargets}
    input={{ params: { subscription_id: row.id }, body: { ids: [target.id] } }}
    label={t('Remove {{name}}', { name: target.name })}
    icon={IconTrash}
    isIconOnly
    confirm={{
      title: t('Remove the subscription from {{name}}?', { name: target.name }),
      children: row.is_exclusive
        ? t('Its locks open for everyone again unless an allowlist or another subscription covers them.')
        : t('Subscribers pay for parking there like everyone else.'),
      confirmLabel: t('Remove from subscription'),
      keepLabel: t('Keep target'),
      isDanger: true,
    }}
  />
)
