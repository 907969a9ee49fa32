import * as z from 'zod'

/** Values of an address. What is not understood is left out: an old or mistyped link still opens the list. */
export const someOf = <S extends z.ZodType>(item: S) =>
  z
    .preprocess((value) => [value].flat().filter((one) => item.safeParse(one).success), z.array(item))
    .transform((items) => (items.length > 0 ? items : undefined))
    .optional()
