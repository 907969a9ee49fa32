import { lazyDialog } from '../base/lazy.tsx'

/**
 * The focus goes in, stays in and comes back to where it was; Esc closes. A form inside is asked first. No dialog lies
 * above another: what would open one asks in its place (`useInDialog`).
 */
export const Dialog = lazyDialog(() => import('./dialog-frame.tsx').then((module) => module.DialogFrame))
