import { createTheme, rem } from '@mantine/core'
import { amber, dark, gray, green, orange, red, violet, wheelhouse } from './palette.ts'

const inter = "'Inter Variable', 'Inter fallback', system-ui, sans-serif"
const mono = "'JetBrains Mono Variable', 'JetBrains Mono fallback', ui-monospace, monospace"
const heading = (size: number, line: number) => ({ fontSize: rem(size), lineHeight: rem(line), fontWeight: '600' })
const transition = { transition: 'fade' as const, duration: 120 }

/** The palette is named `wheelhouse`; both schemes are equal in rank. Sizes and shapes of components are in mantine.css. */
export const theme = createTheme({
  primaryColor: 'wheelhouse',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: false,
  colors: { wheelhouse, green, amber, yellow: amber, orange, red, violet, dark, gray },
  fontFamily: inter,
  fontFamilyMonospace: mono,
  fontSizes: { xs: rem(11), sm: rem(12), md: rem(13), lg: rem(15), xl: rem(20) },
  lineHeights: { xs: '1.36', sm: '1.334', md: '1.385', lg: '1.334', xl: '1.3' },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(10), xl: rem(10) },
  defaultRadius: 'sm',
  breakpoints: { xs: '37.5em', sm: '60em', md: '80em', lg: '120em', xl: '160em' },
  headings: {
    fontFamily: inter,
    fontWeight: '600',
    sizes: {
      h1: heading(20, 26),
      h2: heading(15, 20),
      h3: heading(13, 18),
      h4: heading(13, 18),
      h5: heading(13, 18),
      h6: heading(13, 18),
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    // Without the placeholder the first entry has the focus: a menu holds entries only.
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        shadow: 'none',
        offset: 4,
        transitionProps: transition,
        loop: true,
      },
    },
    Popover: { defaultProps: { shadow: 'none', offset: 4, transitionProps: transition } },
    Combobox: { defaultProps: { shadow: 'none', offset: 4 } },
    // The page itself never scrolls; the lock would add a style element without a nonce.
    Modal: {
      defaultProps: {
        centered: true,
        withCloseButton: false,
        lockScroll: false,
        transitionProps: { transition: 'fade', duration: 160 },
      },
    },
    Drawer: { defaultProps: { lockScroll: false, transitionProps: { duration: 160 } } },
    Button: { defaultProps: { variant: 'default' } },
    ActionIcon: { defaultProps: { variant: 'default' } },
    Loader: { defaultProps: { type: 'oval' } },
  },
})
