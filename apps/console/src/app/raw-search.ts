/**
 * The address as it is typed. The router reads every route at the start, and a schema there would load the contract of its list
 * with every screen, so the screen parses its address itself and leaves out what it does not understand.
 */
export const rawSearch = (search: Record<string, unknown>): Record<string, unknown> => search
