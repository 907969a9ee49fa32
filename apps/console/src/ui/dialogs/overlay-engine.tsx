import { Menu, Popover, type PopoverProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useLayoutEffect, type ReactNode, type Ref } from 'react'
import { MenuPartsOf } from './overlay.tsx'

type OverlayOfProps = Pick<PopoverProps, 'position' | 'width' | 'withinPortal'> & {
  id: string
  /** The button, which is outside of the overlay. */
  anchor: HTMLElement
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  children: ReactNode
}

/** Mantine clones its target and passes it a ref; this component points that ref to a button that already exists. */
function Anchor({ ref, to }: { ref?: Ref<HTMLElement>; to: HTMLElement }) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return undefined
    ref(to)
    return () => void ref(null)
  }, [ref, to])
  return null
}

/** Of a menu around `MenuItem`s. */
export const menuParts = { Item: Menu.Item, Divider: () => <Menu.Divider /> }

// Both are mounted closed and opened then: only so they know where the focus was.
export function MenuOf({ id, anchor, isOpen, onOpen, children, ...rest }: OverlayOfProps) {
  return (
    <Menu {...rest} id={id} opened={useMounted() && isOpen} onChange={onOpen}>
      <Menu.Target>
        <Anchor to={anchor} />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuPartsOf value={menuParts}>{children}</MenuPartsOf>
      </Menu.Dropdown>
    </Menu>
  )
}

export function PopoverOf({
  id,
  anchor,
  isOpen,
  onOpen,
  keepsFocus = false,
  children,
  ...rest
}: OverlayOfProps & { keepsFocus?: boolean | undefined }) {
  return (
    <Popover
      {...rest}
      id={id}
      opened={useMounted() && isOpen}
      onChange={onOpen}
      trapFocus={!keepsFocus}
      returnFocus={!keepsFocus}
    >
      <Popover.Target>
        <Anchor to={anchor} />
      </Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  )
}
