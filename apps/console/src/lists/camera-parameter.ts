import * as v from 'valibot'

/** `latitude,longitude,zoom`: where the map of a list looks, so that a link and the way back show the same place. */
export const cameraParameter = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?,\d{1,2}(\.\d{1,2})?$/),
)
