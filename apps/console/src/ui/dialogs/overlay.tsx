import type { MenuItemProps, PopoverProps } from '@mantine/core'
import {
  cloneElement,
  createContext,
  use,
  useId,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react'
import { later, useLater, useOnceTrue, type Later } from '../base/lazy.tsx'

/** It passes the `id` that it is given on to one button, which stays the same element while its overlay is open. */
type Target = ReactElement<ComponentProps<'button'> & { 'data-expanded'?: true }>

/** What is the same of both. The button stands alone until it is used first: what floats comes later. */
type OverlayProps = Pick<PopoverProps, 'position' | 'width' | 'withinPortal' | 'middlewares'> & {
  /** A `button`. */
  target: Target
}

const engine = later(() => import('./overlay-engine.tsx'))

type MenuParts = { Item: (props: ItemProps) => ReactNode; Divider: () => ReactNode }
type ItemProps = Pick<MenuItemProps, 'leftSection' | 'rightSection' | 'closeMenuOnClick' | 'disabled' | 'children'> & {
  onClick: () => void
  'data-danger'?: boolean | undefined
}

/** Given by the menu around them. */
export const MenuPartsOf = createContext<MenuParts | null>(null)

export function MenuItem(props: ItemProps) {
  const parts = use(MenuPartsOf)
  return parts && <parts.Item {...props} />
}

export function MenuDivider() {
  const parts = use(MenuPartsOf)
  return parts && <parts.Divider />
}

interface MenuProps extends OverlayProps {
  /** Of what opens. */
  className?: string | undefined
  children: ReactNode
}

/** A button and its menu of `MenuItem`s. */
export function Menu({ target, children, ...rest }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const { id, button } = useTarget(target, isOpen, 'menu', () => setOpen(!isOpen))
  // What could not be loaded closes the menu, so that the next press asks for it again.
  const parts = useLater(engine, isOpen, () => setOpen(false))
  return (
    <>
      {button}
      {parts !== null && (
        <parts.MenuOf {...rest} id={id} isOpen={isOpen} onOpen={setOpen}>
          {children}
        </parts.MenuOf>
      )}
    </>
  )
}

type PopoverOfProps<T> = OverlayProps & {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** Opened by the pointer: the focus stays where it is. */
  keepsFocus?: boolean
  /** The content is loaded later too. Both open at the same time, because the focus could not move inside otherwise. */
  content: Later<T>
  children: (content: T) => ReactNode
}

/** A button and what it opens below. The target's own `onClick` opens it. */
export function Popover<T>({ target, isOpen, onOpen, content, children, ...rest }: PopoverOfProps<T>) {
  const wasOpened = useOnceTrue(isOpen)
  const { id, button } = useTarget(target, isOpen, 'dialog')
  const close = () => onOpen(false)
  const parts = useLater(engine, isOpen, close)
  const inside = useLater(content, isOpen, close)
  return (
    <>
      {button}
      {wasOpened && parts !== null && inside !== null && (
        <parts.PopoverOf {...rest} id={id} isOpen={isOpen} onOpen={onOpen}>
          {children(inside)}
        </parts.PopoverOf>
      )}
    </>
  )
}

function useTarget(target: Target, isOpen: boolean, popup: 'menu' | 'dialog', onClick?: () => void) {
  const id = useId()
  const button = cloneElement(target, {
    id,
    'aria-haspopup': popup,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? `${id}-dropdown` : undefined,
    ...(popup === 'menu' && isOpen ? { 'data-expanded': true } : {}),
    ...(onClick === undefined ? {} : { onClick }),
  })
  return { id, button }
}
