import { IconCheck, IconFolder, IconUnlink } from '@tabler/icons-react'
import { useState } from 'react'
import type { InspectedGrant, Inspection } from '@wheelhouse/contract/permissions/inspector.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { ResourceGroupLink } from '../resource-groups/resource-group-link.tsx'
import { categoryLook } from '../roles/role-labels.ts'
import { belongsWords, resourceWord } from './inspector-labels.ts'
import classes from './permissions.module.css'

/** Shows some of the lines that match nothing; a hundred of them would hide the rest. */
const shownAtFirst = 8

/** Role, group, resource: one line a grant, dashed where it breaks. */
export function InspectorChain({ inspection }: { inspection: Inspection }) {
  const { grants, resource } = inspection
  const [isWhole, setWhole] = useState(false)
  if (grants.length === 0) return null
  const shown = isWhole ? grants : grants.slice(0, shownAtFirst)
  return (
    <section className={classes.chain} aria-label={t('Source of the permissions')}>
      <div className={classes.chainHead} aria-hidden>
        <span>{t('Holds the role')}</span>
        <span>{t('in a group')}</span>
        <span>{t('that the {{resource}} belongs to', { resource: resourceWord(resource.type) })}</span>
        <span>{t('gives')}</span>
      </div>
      <ul>
        {shown.map((grant) => (
          <Line key={`${grant.role_id} ${grant.resource_group_id}`} grant={grant} inspection={inspection} />
        ))}
      </ul>
      {shown.length < grants.length && (
        <button type="button" className={classes.more} onClick={() => setWhole(true)}>
          {grants.length - shown.length === 1
            ? t('1 more role in another group')
            : t('{{count}} more roles in other groups', { count: grants.length - shown.length })}
        </button>
      )}
    </section>
  )
}

function Line({ grant, inspection }: { grant: InspectedGrant; inspection: Inspection }) {
  const { date } = useFormat()
  const { icon: Icon } = categoryLook(grant.category)
  const isBroken = grant.belongs === null
  const count = grant.gives.length
  return (
    <li data-broken={isBroken || undefined}>
      <span className={classes.link}>
        <Icon size={15} aria-hidden />
        <b>{grant.role_name}</b>
        {grant.category !== null && <code>{grant.category}</code>}
      </span>
      <span className={classes.link}>
        <IconFolder size={15} aria-hidden />
        {grant.resource_group_name === null ? (
          <em>{t('a group that you may not see')}</em>
        ) : (
          <b>
            <ResourceGroupLink id={grant.resource_group_id} name={grant.resource_group_name} />
          </b>
        )}
        <small>{t(grant.resource_group_type)}</small>
      </span>
      <span className={classes.link}>
        {isBroken ? <IconUnlink size={15} aria-hidden /> : <IconCheck className={classes.yes} size={15} aria-hidden />}
        {belongsWords(grant, inspection.resource, date)}
      </span>
      <span className={classes.link}>
        <b>{count === 0 ? t('nothing here') : countWords(count)}</b>
      </span>
    </li>
  )
}

const countWords = (count: number): string => (count === 1 ? t('1 action') : t('{{count}} actions', { count }))
