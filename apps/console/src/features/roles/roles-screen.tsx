import type { ReactNode } from 'react'
import { listRoles } from '@wheelhouse/contract/permissions/permissions.ts'
import type { Role } from '@wheelhouse/contract/permissions/permissions.ts'
import { createRole, updateRole } from '@wheelhouse/contract/roles/roles.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { useMissingNeed } from '../../session/missing-need.ts'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { Link } from '../../ui/details/link.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { NoPermission, Skeleton } from '../../ui/frame/states.tsx'
import { RoleDetails } from './role-details.tsx'
import { actionCount, byCategory, categoryLook } from './role-labels.ts'
import classes from './roles.module.css'

const RoleDialog = lazyComponent(() => import('./role-dialog.tsx').then((module) => module.RoleDialog))

export interface RolesSearch {
  role?: string | undefined
  /** Another one beside it. */
  compare?: string | undefined
  open?: 'new' | 'edit' | 'copy' | undefined
}

interface RolesScreenProps {
  search: RolesSearch
  onSearch: (search: RolesSearch) => void
  /** Events belong to another feature: the application puts them in. */
  history?: ((id: string) => ReactNode) | undefined
}

/** The one at the top of the list. */
const firstOf = (roles: readonly Role[]): Role | undefined => byCategory(roles)[0]?.roles[0]

const rolePath = (id: string): string => `/permissions/roles?role=${id}`

/** Each role with what it allows; two of them side by side; roles that people made, out of what they hold. */
export function RolesScreen(props: RolesScreenProps) {
  const missing = useMissingNeed(listRoles.access)
  const roles = useLive(listRoles, {}, { enabled: missing === null, isQuiet: true })
  const page = (state: ReactNode) => <RolesPage {...props}>{state}</RolesPage>
  if (missing !== null) return page(<NoPermission {...missing} />)
  return (
    <Loaded query={roles} failed={listRoles.says.failed} bones={<Skeleton lines={12} />} frame={page}>
      {(all) => <Roles {...props} roles={all} />}
    </Loaded>
  )
}

function RolesPage({ search, onSearch, count, children }: RolesScreenProps & { count?: number; children: ReactNode }) {
  const mayCreate = useCanCall(createRole)
  const isPhone = usePhone()
  return (
    <Page
      title={t('Roles')}
      {...(isPhone && search.role !== undefined ? { back: { label: t('Roles'), href: '/permissions/roles' } } : {})}
      {...(count === undefined ? {} : { count })}
      actions={mayCreate && <CreateButton label={t('New role')} onClick={() => onSearch({ ...search, open: 'new' })} />}
    >
      {children}
    </Page>
  )
}

function Roles({ search, onSearch, history, roles }: RolesScreenProps & { roles: readonly Role[] }) {
  const [mayCreate, mayUpdate] = [useCanCall(createRole), useCanCall(updateRole)]
  const role = roles.find(({ role_id }) => role_id === search.role) ?? firstOf(roles)
  return (
    <RolesPage search={search} onSearch={onSearch} count={roles.length}>
      {role !== undefined && (
        <div className={classes.page} data-chosen={search.role !== undefined || undefined}>
          <RoleList roles={roles} active={role.role_id} />
          <RoleDetails
            role={role}
            roles={roles}
            compared={roles.find(({ role_id }) => role_id === search.compare)}
            onCompare={(compare) => onSearch({ ...search, role: role.role_id, compare })}
            onEdit={
              mayUpdate && !role.is_default
                ? () => onSearch({ ...search, role: role.role_id, open: 'edit' })
                : undefined
            }
            onCopy={mayCreate ? () => onSearch({ ...search, role: role.role_id, open: 'copy' }) : undefined}
            onDeleted={() => onSearch({})}
            history={role.is_default ? undefined : history?.(role.role_id)}
          />
        </div>
      )}
      {search.open !== undefined && (
        <RoleDialog
          key={search.open}
          mode={search.open}
          role={search.open === 'new' ? undefined : role}
          onDone={({ role_id }) => onSearch({ role: role_id })}
          onClose={() => onSearch({ ...search, open: undefined })}
        />
      )}
    </RolesPage>
  )
}

const RoleList = ({ roles, active }: { roles: readonly Role[]; active: string }) => (
  <nav className={classes.list} aria-label={t('Roles')}>
    {byCategory(roles).map(({ category, roles: some }) => {
      const { word, icon: Icon } = categoryLook(category)
      return (
        <section key={category ?? ''}>
          <h2>
            <Icon size={14} aria-hidden />
            {t(word)}
          </h2>
          <ul>
            {some.map((role) => (
              <li key={role.role_id}>
                <Link href={rolePath(role.role_id)} aria-current={role.role_id === active ? 'page' : undefined}>
                  {role.role_name}
                  <span>{actionCount(role)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )
    })}
  </nav>
)
