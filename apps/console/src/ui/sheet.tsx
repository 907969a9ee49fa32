import { Drawer, type DrawerProps } from '@mantine/core'

/** From below, on phones. */
export const Sheet = (props: Omit<DrawerProps, 'position'>) => <Drawer {...props} position="bottom" />
