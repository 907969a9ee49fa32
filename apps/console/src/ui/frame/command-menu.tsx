import { Menu } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { Fragment, type CSSProperties, type ReactElement, type ReactNode } from 'react'
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

type CommandMenuProps = {
  /** What it acts on: glyph, "Dock 08", "locked for 4 d 3 h". */
  glyph?: ReactNode
  title: string
  detail?: string
  groups: readonly (readonly Command[])[]
  opened: boolean
  onClose: () => void
  /** A wrapped target, or an element elsewhere (a tile of the plan). */
  children?: ReactElement
  at?: HTMLElement | null
}

/** The menu on a tile or a row's "···": groups with rules between them, letters at the right. */
export function CommandMenu({ opened, onClose, children, at, ...content }: CommandMenuProps) {
  const letters = content.groups
    .flat()
    .filter((command) => command.letter !== undefined && command.reason === undefined)
  return (
    <Menu
      opened={opened}
      onChange={(isOpen) => !isOpen && onClose()}
      width={248}
      position="bottom-start"
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
    >
      <Menu.Target>{children ?? <span aria-hidden style={placeOf(at)} />}</Menu.Target>
      <Menu.Dropdown
        className={classes.whole}
        onKeyDown={(event) => {
          const chosen = letters.find((command) => command.letter?.toLowerCase() === event.key.toLowerCase())
          if (chosen === undefined || event.metaKey || event.ctrlKey || event.altKey) return
          event.preventDefault()
          if (!chosen.staysOpen) onClose()
          chosen.onChoose()
        }}
      >
        <CommandMenuContent {...content} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** A menu needs a target element: an invisible one exactly covers the tile. */
function placeOf(at: HTMLElement | null | undefined): CSSProperties {
  const { left, top, width, height } = at?.getBoundingClientRect() ?? new DOMRect()
  return { position: 'fixed', left, top, width, height, pointerEvents: 'none' }
}

/** The content alone, for a caller that brings its `Menu`. */
export function CommandMenuContent({
  glyph,
  title,
  detail,
  groups,
}: Pick<CommandMenuProps, 'glyph' | 'title' | 'detail' | 'groups'>) {
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
            <Menu.Divider />
            {group.map(({ id, label, icon: Icon, letter, note, isDanger, staysOpen, reason, onChoose }) => (
              <Menu.Item
                key={id}
                data-danger={isDanger || undefined}
                disabled={reason !== undefined}
                closeMenuOnClick={staysOpen !== true}
                leftSection={<Icon size={15} stroke={1.75} aria-hidden />}
                rightSection={letter ?? note}
                onClick={onChoose}
              >
                {label}
                {reason !== undefined && <span className={classes.reason}>{reason}</span>}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
    </>
  )
}
