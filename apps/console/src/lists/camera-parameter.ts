import * as z from 'zod'

/** `latitude,longitude,zoom`: where the map of a list looks, so that a link and the way back show the same place. */
export const cameraParameter = z.string().regex(/^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?,\d{1,2}(\.\d{1,2})?$/)
