import { Drawer, type DrawerProps } from '@mantine/core'
import { t } from '../base/translate.ts'

/** From below, on phones. */
export const Sheet = (props: Omit<DrawerProps, 'position'>) => (
  <Drawer closeButtonProps={{ 'aria-label': t('Close') }} {...props} position="bottom" />
)
