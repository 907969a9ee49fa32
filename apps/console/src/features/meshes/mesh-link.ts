/** All hardware of one mesh. */
export const meshPath = (id: string): string => `/hardware/find-by-mesh?mesh=${id}`
