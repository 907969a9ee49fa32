import { useQuery } from '@tanstack/react-query'
import { listGrantors, listHolders } from '@wheelhouse/contract/permissions/inspector.ts'
import type { Inspection, Right } from '@wheelhouse/contract/permissions/inspector.ts'
import type { ReplyOf } from '@wheelhouse/contract/route.ts'
import { read } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import { ConsoleUserLink } from '../console-users/console-user-link.tsx'
import { actionLabel, typeLabel } from './action-labels.ts'
import classes from './permissions.module.css'

interface RightPanelProps {
  inspection: Inspection
  /** `device SETSTATUS`. */
  right: string
  onClose: () => void
}

/** One right on one resource: who could give it to the person, and who holds it. */
export function RightPanel({ inspection, right, onClose }: RightPanelProps) {
  const [type = '', action = ''] = right.split(' ')
  const known = inspection.rights.find((one) => one.type === type && one.action === action)
  if (known === undefined) return null
  const { person, resource } = inspection
  return (
    <SidePanel onClose={onClose} title={actionLabel(type, action)}>
      <p className={classes.panelLead}>
        <code>{action}</code>{' '}
        {t('on {{type}} of {{name}}', { type: typeLabel(type).toLowerCase(), name: resource.name })}
      </p>
      {!known.is_allowed && (
        <section className={classes.panelPart}>
          <h3>{t('Who could grant this to {{name}}', { name: person.name })}</h3>
          <Grantors inspection={inspection} right={known} />
        </section>
      )}
      <section className={classes.panelPart}>
        <h3>{t('Who has this permission here')}</h3>
        <Holders inspection={inspection} right={known} />
      </section>
    </SidePanel>
  )
}

interface PartProps {
  inspection: Inspection
  right: Right
}

function Grantors({ inspection: { person, resource }, right: { type, action } }: PartProps) {
  const params = { console_user_id: person.id }
  const query = { resource_type: resource.type, resource_id: resource.id, type, action }
  const grantors = useQuery(read(listGrantors, { params, query }, { isQuiet: true }))
  return (
    <Loaded query={grantors} failed={listGrantors.says.failed} bones={<Skeleton lines={3} />}>
      {(found) => <GrantorList grantors={found} />}
    </Loaded>
  )
}

function GrantorList({ grantors }: { grantors: ReplyOf<typeof listGrantors> }) {
  if (grantors.length === 0)
    return (
      <p className={classes.note}>{t('Nobody whom you may see can give this role in a group of this resource.')}</p>
    )
  return (
    <ul className={classes.persons}>
      {grantors.map((one) => (
        <li key={one.user_id}>
          <ConsoleUserLink id={one.user_id} name={one.name} />
          <small>{throughWords(one)}</small>
        </li>
      ))}
    </ul>
  )
}

function Holders({ inspection: { resource }, right: { type, action } }: PartProps) {
  const input = { params: { id: resource.id }, query: { type, action } }
  const holders = useQuery(read(listHolders, input, { isQuiet: true }))
  return (
    <Loaded query={holders} failed={listHolders.says.failed} bones={<Skeleton lines={4} />}>
      {(found) => <HolderList holders={found} />}
    </Loaded>
  )
}

function HolderList({ holders: { items, hidden } }: { holders: ReplyOf<typeof listHolders> }) {
  const hiddenWords =
    hidden === 1 ? t('1 person whom you may not see') : t('{{count}} people whom you may not see', { count: hidden })
  return (
    <>
      {items.length === 0 && hidden === 0 && <p className={classes.note}>{t('Nobody.')}</p>}
      <ul className={classes.persons}>
        {items.map((one) => (
          <li key={one.user_id}>
            <ConsoleUserLink id={one.user_id} name={one.name} />
            <small>{one.through.map(throughWords).join(' · ')}</small>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className={classes.note}>{hiddenWords}</p>}
    </>
  )
}

const throughWords = ({ role_name, resource_group_name }: { role_name: string; resource_group_name: string | null }) =>
  t('{{role}} in {{group}}', { role: role_name, group: resource_group_name ?? t('a group that you may not see') })
