import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import {
  addAllowlistTargets,
  allowlistTargetDevices,
  allowlistTargetLocations,
  removeAllowlistTargets,
} from '@wheelhouse/contract/allowlists/allowlist-targets.ts'
import type { Allowlist } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { useWrite } from '../../api/api.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { useCanCall } from '../../session/can.ts'
import { NoPermission } from '../../ui/frame/states.tsx'
import { SyncOf } from '../lock-targets/lock-sync-labels.tsx'
import { AddLockTargetsDialog, LockTargets, useTargetList } from '../lock-targets/lock-targets-picker.tsx'
import type { NamedTarget } from '../lock-targets/lock-targets-picker.tsx'

/** Where an allowlist counts. */
export function TargetsPanel({ list }: { list: Allowlist }) {
  return useCanCall(allowlistTargetLocations.route) ? (
    <Targets list={list} />
  ) : (
    <NoPermission action="GETTARGETS" resource="whitelist" />
  )
}

function Targets({ list }: { list: Allowlist }) {
  const mayAdd = useCanCall(addAllowlistTargets)
  const [isAdding, setAdding] = useState(false)
  const params = { allowlist_id: list.id }
  const locations = useTargetList(allowlistTargetLocations, params)
  const devices = useTargetList(allowlistTargetDevices, params)
  return (
    <>
      <LockTargets
        locations={locations}
        devices={devices}
        totals={{ locations: list.target_locations, devices: list.target_devices }}
        whyDevices={t('Single docks, lockers or doors to reserve while the rest of the location stays open.')}
        add={
          mayAdd && (
            <Button leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
              {t('Add targets')}
            </Button>
          )
        }
        sync={(counts) => <SyncOf {...counts} />}
        remove={(target) => <RemoveTarget list={list} target={target} />}
      />
      {isAdding && <AddTargets list={list} onClose={() => setAdding(false)} />}
    </>
  )
}

function AddTargets({ list, onClose }: { list: Allowlist; onClose: () => void }) {
  const write = useWrite(addAllowlistTargets, { isQuiet: true })
  return (
    <AddLockTargetsDialog
      title={t('Add targets to {{name}}', { name: list.name })}
      help={
        list.status === 'active'
          ? t('The allowlist is active: once a lock has received the list, only its users and keys open the lock.')
          : t('The allowlist is not enabled: nothing changes at the locks until it is switched on.')
      }
      onAdd={(body) => write.mutateAsync({ params: { allowlist_id: list.id }, body })}
      onClose={onClose}
      failed={addAllowlistTargets.says.failed}
    />
  )
}

const RemoveTarget = ({ list, target }: { list: Allowlist; target: NamedTarget }) => (
  <ActionButton
    route={removeAllowlistTargets}
    input={{ params: { allowlist_id: list.id }, body: { ids: [target.id] } }}
    label={t('Remove {{name}}', { name: target.name })}
    icon={IconTrash}
    isIconOnly
    confirm={{
      title: t('Remove the allowlist from {{name}}?', { name: target.name }),
      children: t('Its locks open for everyone again unless another active allowlist covers them.'),
      confirmLabel: t('Remove target'),
      keepLabel: t('Keep target'),
      isDanger: true,
    }}
  />
)
