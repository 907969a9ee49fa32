import { Menu, Popover, type PopoverProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useLayoutEffect, type ReactNode, type Ref } from 'react'
import { MenuPartsOf } from './overlay.tsx'

type OverlayOfProps = Pick<PopoverProps, 'position' | 'width' | 'withinPortal' | 'middlewares'> & {
  /** Of the button, which is outside of the overlay. */
  id: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  children: ReactNode
}

interface MenuOfProps extends OverlayOfProps {
  className?: string | undefined
}

/**
 * Mantine clones its target and passes it a ref; this component points that ref to a button that already exists. It looks for the
 * button at each opening, since a page may have drawn another one with this id in between.
 */
function Anchor({ ref, buttonId, isOpen }: { ref?: Ref<HTMLElement>; buttonId: string; isOpen: boolean }) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return undefined
    ref(document.getElementById(buttonId))
    return () => void ref(null)
  }, [ref, buttonId, isOpen])
  return null
}

/** Of a menu around `MenuItem`s. */
export const menuParts = { Item: Menu.Item, Divider: () => <Menu.Divider /> }

// Both are mounted closed and opened then: only so they know where the focus was.
export function MenuOf({ id, isOpen, onOpen, className, children, ...rest }: MenuOfProps) {
  return (
    <Menu {...rest} id={id} opened={useMounted() && isOpen} onChange={onOpen}>
      <Menu.Target>
        <Anchor buttonId={id} isOpen={isOpen} />
      </Menu.Target>
      <Menu.Dropdown className={className}>
        <MenuPartsOf value={menuParts}>{children}</MenuPartsOf>
      </Menu.Dropdown>
    </Menu>
  )
}

export function PopoverOf({
  id,
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
      // Its button may be scrolled out of view while someone chooses: what is open stays.
      hideDetached={false}
    >
      <Popover.Target>
        <Anchor buttonId={id} isOpen={isOpen} />
      </Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  )
}
