import type { ComponentProps } from 'react'
import { Menu } from '../dialogs/overlay.tsx'
import { CommandMenuContent } from './command-menu-content.tsx'
import type { CommandMenuContentProps } from './command-menu-content.tsx'
import classes from './command-menu.module.css'

/** A long menu over a low window lies over its target. */
export const commandMenuPlace = {
  width: 248,
  position: 'bottom-start',
  middlewares: { flip: true, shift: { crossAxis: true, padding: 8 } },
} as const

interface CommandMenuButtonProps extends CommandMenuContentProps {
  target: ComponentProps<typeof Menu>['target']
}

/** A button and its menu of commands, without letters. The menu is loaded when it opens. */
export const CommandMenuButton = ({ target, ...content }: CommandMenuButtonProps) => (
  <Menu {...commandMenuPlace} className={classes.whole} target={target}>
    <CommandMenuContent {...content} />
  </Menu>
)
