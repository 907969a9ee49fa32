import { Menu } from '@mantine/core'
import type { CSSProperties, ReactElement } from 'react'
import { menuParts } from '../dialogs/overlay-engine.tsx'
import { MenuPartsOf } from '../dialogs/overlay.tsx'
import { commandMenuPlace } from './command-menu-button.tsx'
import { CommandMenuContent } from './command-menu-content.tsx'
import type { CommandMenuContentProps } from './command-menu-content.tsx'
import classes from './command-menu.module.css'

type CommandMenuProps = CommandMenuContentProps & {
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
    <Menu opened={opened} onChange={(isOpen) => !isOpen && onClose()} {...commandMenuPlace}>
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
        <MenuPartsOf value={menuParts}>
          <CommandMenuContent {...content} />
        </MenuPartsOf>
      </Menu.Dropdown>
    </Menu>
  )
}

/** A menu needs a target element: an invisible one exactly covers the tile. */
function placeOf(at: HTMLElement | null | undefined): CSSProperties {
  const { left, top, width, height } = at?.getBoundingClientRect() ?? new DOMRect()
  return { position: 'fixed', left, top, width, height, pointerEvents: 'none' }
}
