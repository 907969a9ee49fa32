type Result<Output> = { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly unknown[] }

/** A schema that follows Standard Schema, as those of the contract (zod) and of the console (valibot) do. */
export interface ReadSchema<Output = unknown> {
  readonly '~standard': {
    readonly validate: (value: unknown) => Result<Output> | Promise<Result<Output>>
  }
}

/** The value as the schema gives it, or undefined where it does not fit. */
export function readAs<Output>(schema: ReadSchema<Output>, value: unknown): Output | undefined {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise) throw new Error('A schema that asks somebody else cannot be read at once')
  return result.issues === undefined ? result.value : undefined
}
