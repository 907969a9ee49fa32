import type { TablerIcon } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { MenuDivider, MenuItem } from '../dialogs/overlay.tsx'
import classes from './command-menu.module.css'

export type Command = {
  id: string
  label: string
  icon: TablerIcon
  /** The letter opens the dialog; it never sends. */
  letter?: string
  /** Dim, at the right, where there is no letter. */
  note?: string
  isDanger?: boolean
  /** It opens more of the same menu. */
  staysOpen?: boolean
  /** Why not now: shown below the word, the entry cannot be chosen. */
  reason?: string
  onChoose: () => void
}

export type CommandMenuContentProps = {
  /** What it acts on: glyph, "Dock 08", "locked for 4 d 3 h". */
  glyph?: ReactNode
  title: string
  detail?: string
  groups: readonly (readonly Command[])[]
}

/** What is in a `Menu`; the menu itself is loaded when it opens. */
export function CommandMenuContent({ glyph, title, detail, groups }: CommandMenuContentProps) {
  return (
    <>
      <div className={classes.head}>
        {glyph}
        <strong>{title}</strong>
        {detail !== undefined && <span>{detail}</span>}
      </div>
      {groups
        .filter((group) => group.length > 0)
        .map((group) => (
          <Fragment key={group[0]?.id}>
            <MenuDivider />
            {group.map(({ id, label, icon: Icon, letter, note, isDanger, staysOpen, reason, onChoose }) => (
              <MenuItem
                key={id}
                data-danger={isDanger || undefined}
                disabled={reason !== undefined}
                closeMenuOnClick={staysOpen !== true}
                leftSection={<Icon size={15} aria-hidden />}
                rightSection={letter ?? note}
                onClick={onChoose}
              >
                {label}
                {reason !== undefined && <span className={classes.reason}>{reason}</span>}
              </MenuItem>
            ))}
          </Fragment>
        ))}
    </>
  )
}
