import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconCheck, IconCircleCheck, IconCircleMinus, IconSearch } from '@tabler/icons-react'
import { Fragment } from 'react'
import type { InspectedGrant, Inspection } from '@wheelhouse/contract/permissions/inspector.ts'
import { t } from '../../i18n/i18n.ts'
import { Tag } from '../../ui/details/badge.tsx'
import { NoMatch } from '../../ui/frame/states.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { actionLabel, byAction, typeLabel } from './action-labels.ts'
import type { InspectorSearch } from './inspector-address.ts'
import classes from './permissions.module.css'

interface InspectorRightsProps {
  inspection: Inspection
  search: InspectorSearch
  onSearch: (search: InspectorSearch) => void
}

type Shown = Inspection['rights'][number] & { place: number }
const rolesAtMost = 3
const namedAtMost = 3

/** Every right on the resource: held through which role, or which role would give it. */
export function InspectorRights({ inspection, search, onSearch }: InspectorRightsProps) {
  const { rights, grants } = inspection
  const isPhone = usePhone()
  const asked = (search.q ?? '').toLowerCase()
  const shown = rights
    .map((right, place): Shown => ({ ...right, place }))
    .toSorted((one, other) => byAction(one.action, other.action))
    .filter(({ is_allowed }) => search.show === undefined || is_allowed === (search.show === 'allowed'))
    .filter(
      ({ type, action }) =>
        action.toLowerCase().includes(asked) || actionLabel(type, action).toLowerCase().includes(asked),
    )
  const effective = grants.filter(({ gives }) => gives.length > 0)
  const roles = isPhone ? [] : rolesOf(effective).slice(0, rolesAtMost)
  return (
    <section className={classes.rights} aria-label={t('Actions')}>
      <Head inspection={inspection} search={search} onSearch={onSearch} />
      {shown.length === 0 ? (
        <NoMatch
          title={t('No action matches')}
          onClear={() => onSearch({ ...search, q: undefined, show: undefined })}
        />
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col" aria-label={t('Allowed')} />
              <th scope="col">{t('What')}</th>
              {!isPhone && <th scope="col">{t('Action')}</th>}
              {roles.map(({ name }) => (
                <th key={name} scope="col" data-role>
                  {name}
                </th>
              ))}
              {!isPhone && <th scope="col">{t('If missing, roles that include the action')}</th>}
              <th scope="col" aria-label={t('Who')} />
            </tr>
          </thead>
          <tbody>
            {[...Map.groupBy(shown, ({ type }) => type)].map(([type, some]) => (
              <Fragment key={type}>
                <tr>
                  <th scope="rowgroup" colSpan={isPhone ? 3 : roles.length + 5}>
                    {typeLabel(type)}
                  </th>
                </tr>
                {some.map((right) => (
                  <RightRow
                    key={right.action}
                    right={right}
                    roles={roles}
                    isPhone={isPhone}
                    onOpen={() => onSearch({ ...search, right: `${right.type} ${right.action}` })}
                  />
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Head({ inspection: { rights }, search, onSearch }: InspectorRightsProps) {
  const allowed = rights.filter(({ is_allowed }) => is_allowed).length
  return (
    <div className={classes.rightsHead}>
      <TextInput
        aria-label={t('Action')}
        placeholder={t('Action')}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search.q ?? ''}
        onChange={({ currentTarget: { value } }) => onSearch({ ...search, q: value === '' ? undefined : value })}
      />
      <SegmentedControl
        aria-label={t('Show')}
        data={[
          { value: 'all', label: t('All {{count}}', { count: rights.length }) },
          { value: 'allowed', label: t('Allowed {{count}}', { count: allowed }) },
          { value: 'missing', label: t('Missing {{count}}', { count: rights.length - allowed }) },
        ]}
        value={search.show ?? 'all'}
        onChange={(show) => onSearch({ ...search, show: show === 'all' ? undefined : show })}
      />
      <span>{t('These are the permissions that the server enforces.')}</span>
    </div>
  )
}

interface RoleColumn {
  name: string
  gives: ReadonlySet<number>
}

/** The roles that give something here, whichever groups they are held in. */
const rolesOf = (grants: readonly InspectedGrant[]): RoleColumn[] =>
  [...Map.groupBy(grants, ({ role_name }) => role_name)].map(([name, some]) => ({
    name,
    gives: new Set(some.flatMap(({ gives }) => gives)),
  }))

interface RightRowProps {
  right: Shown
  roles: readonly RoleColumn[]
  isPhone: boolean
  onOpen: () => void
}

const RightRow = ({ right, roles, isPhone, onOpen }: RightRowProps) => {
  const label = actionLabel(right.type, right.action)
  const who = right.is_allowed ? t('Who else?') : t('Who could grant this?')
  return (
    <tr data-missing={!right.is_allowed || undefined}>
      <td>
        {right.is_allowed ? (
          <IconCircleCheck className={classes.yes} size={16} aria-label={t('Allowed')} />
        ) : (
          <IconCircleMinus className={classes.no} size={16} aria-label={t('Missing')} />
        )}
      </td>
      <td>
        {label}
        {isPhone && <WouldGive right={right} />}
      </td>
      {!isPhone && (
        <td>
          <code>{right.action}</code>
        </td>
      )}
      {roles.map(({ name, gives }) => (
        <td key={name} data-role>
          {gives.has(right.place) ? (
            <IconCheck className={classes.yes} size={15} aria-label={t('Yes')} />
          ) : (
            <span className={classes.no}>–</span>
          )}
        </td>
      ))}
      {!isPhone && (
        <td>
          <WouldGive right={right} />
        </td>
      )}
      <td>
        <Button size="xs" variant="subtle" aria-label={`${who} ${label}`} onClick={onOpen}>
          {who}
        </Button>
      </td>
    </tr>
  )
}

/** The roles that would give a missing action. */
function WouldGive({ right: { is_allowed, roles } }: Pick<RightRowProps, 'right'>) {
  if (is_allowed) return null
  const named = roles.slice(0, namedAtMost)
  return (
    <span className={classes.would}>
      {named.map((name) => (
        <Tag key={name}>{name}</Tag>
      ))}
      {roles.length > named.length && <small>+{roles.length - named.length}</small>}
    </span>
  )
}
