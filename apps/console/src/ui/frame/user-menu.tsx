import { IconChevronUp, IconLogout, IconMoon, IconSun, type TablerIcon } from '@tabler/icons-react'
import { Menu, MenuDivider, MenuItem } from '../dialogs/overlay.tsx'
import classes from './user-menu.module.css'
import { t } from '../base/translate.ts'

export type UserMenuProps = {
  name: string
  email: string
  isCompact?: boolean
  /** Active roles with the resource groups they hold in. */
  roles: readonly { role: string; group: string }[]
  entries?: readonly { label: string; icon: TablerIcon; onClick: () => void }[]
  scheme: 'light' | 'dark'
  onScheme: (scheme: 'light' | 'dark') => void
  onLogOut: () => void
}

export const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => part[0]?.toUpperCase())
    .filter((_, i, all) => i === 0 || i === all.length - 1)
    .join('')

export function UserMenu({
  name,
  email,
  roles,
  entries = [],
  scheme,
  onScheme,
  onLogOut,
  isCompact = false,
}: UserMenuProps) {
  const Scheme = scheme === 'dark' ? IconSun : IconMoon
  return (
    <Menu
      position="top-start"
      width={240}
      target={
        <button type="button" className={classes.person} aria-label={t('Account of {{name}}', { name })}>
          <span className={classes.initials} data-initials={initialsOf(name)} aria-hidden />
          {!isCompact && <span className={classes.name}>{name}</span>}
          {!isCompact && <IconChevronUp size={15} aria-hidden />}
        </button>
      }
    >
      <div className={classes.who}>
        <strong>{name}</strong>
        <span>{email}</span>
      </div>
      {roles.length > 0 && <MenuDivider />}
      {roles.length > 0 && <Roles roles={roles} />}
      <MenuDivider />
      {entries.map(({ label, icon: Icon, onClick }) => (
        <MenuItem key={label} leftSection={<Icon size={15} aria-hidden />} onClick={onClick}>
          {label}
        </MenuItem>
      ))}
      <MenuItem
        leftSection={<Scheme size={15} aria-hidden />}
        closeMenuOnClick={false}
        onClick={() => onScheme(scheme === 'dark' ? 'light' : 'dark')}
      >
        {scheme === 'dark' ? t('Light theme') : t('Dark theme')}
      </MenuItem>
      <MenuItem leftSection={<IconLogout size={15} aria-hidden />} onClick={onLogOut}>
        {t('Log out')}
      </MenuItem>
    </Menu>
  )
}

const Roles = ({ roles }: Pick<UserMenuProps, 'roles'>) => (
  <div className={classes.roles}>
    <span className={classes.label}>{t('Active roles')}</span>
    {/* No list: a menu may hold entries and text only. */}
    {roles.map(({ role, group }) => (
      <div key={`${role} ${group}`} className={classes.role}>
        {role} <span>{group}</span>
      </div>
    ))}
  </div>
)
