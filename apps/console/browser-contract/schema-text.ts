import * as z from 'zod'

/** Source text, and the names that it takes: of valibot, and functions of the contract by the files that export them. */
export interface SchemaText {
  text: string
  valibot: ReadonlySet<string>
  functions: ReadonlyMap<string, NamedFunction>
}

/** A function that a file of the contract exports. */
export interface NamedFunction {
  name: string
  file: string
}

/** The names that the text uses, which no file of the contract has. */
export const valibotAs = (name: string): string => `v_${name}`
export const functionAs = ({ name }: NamedFunction): string => `f_${name}`

export type FindFunction = (called: unknown) => NamedFunction | undefined

/**
 * A schema of the contract as one of valibot, which is a tenth of the size and the time at the start. Only what values of an address and
 * the first replies are made of is known here; anything else fails the build, so that nothing is read in another way than declared.
 */
export function schemaText(schema: z.core.$ZodType, find: FindFunction): SchemaText {
  const writer = new Writer(find)
  return { text: writer.schema(schema), valibot: writer.valibot, functions: writer.functions }
}

const patternFormats: ReadonlySet<string> = new Set(['uuid', 'datetime', 'date', 'regex'])

class Writer {
  readonly valibot = new Set<string>()
  readonly functions = new Map<string, NamedFunction>()
  readonly #find: FindFunction
  constructor(find: FindFunction) {
    this.#find = find
  }

  schema(given: z.core.$ZodType): string {
    const isList = given instanceof z.ZodArray
    const checks = (given._zod.def.checks ?? []).map((check) => this.#check(check, isList))
    return this.#piped(this.#base(given), checks)
  }

  #base(given: z.core.$ZodType): string {
    if (given instanceof z.ZodStringFormat) return this.#piped(this.#call('string'), [this.#pattern(given.def)])
    if (given instanceof z.ZodString && !given.def.coerce) return this.#call('string')
    if (given instanceof z.ZodNumber) return this.#number(given)
    if (given instanceof z.ZodBoolean && !given.def.coerce) return this.#call('boolean')
    if (given instanceof z.ZodUnknown) return this.#call('unknown')
    if (given instanceof z.ZodEnum) return this.#call('picklist', JSON.stringify(given.options))
    if (given instanceof z.ZodLiteral) return this.#call('picklist', JSON.stringify(given.def.values))
    if (given instanceof z.ZodCustom) return this.#call('custom', this.#function(given.def.fn))
    return this.#around(given)
  }

  /** What is made of other schemas. */
  #around(given: z.core.$ZodType): string {
    if (given instanceof z.ZodOptional) return this.#call('optional', this.schema(given.def.innerType))
    if (given instanceof z.ZodDefault)
      return this.#call('optional', this.schema(given.def.innerType), JSON.stringify(given.def.defaultValue))
    if (given instanceof z.ZodNullable) return this.#call('nullable', this.schema(given.def.innerType))
    if (given instanceof z.ZodArray) return this.#call('array', this.schema(given.def.element))
    if (given instanceof z.ZodUnion)
      return this.#call('union', `[${given.def.options.map((one) => this.schema(one)).join(', ')}]`)
    if (given instanceof z.ZodObject) return this.#object(given)
    if (given instanceof z.ZodPipe) return this.#pipe(given.def)
    throw new Error(`No reading at the start is known for a schema of the kind "${given._zod.def.type}"`)
  }

  #number(given: z.ZodNumber): string {
    const base = given.def.coerce
      ? this.#piped(this.#call('unknown'), [
          this.#call('transform', 'Number'),
          this.#call('number'),
          this.#call('finite'),
        ])
      : this.#piped(this.#call('number'), [this.#call('finite')])
    return this.#piped(base, given instanceof z.ZodNumberFormat ? [this.#call('safeInteger')] : [])
  }

  #object({ def: { shape, catchall } }: z.ZodObject): string {
    const entries = Object.entries(shape).map(([key, one]) => `${JSON.stringify(key)}: ${this.schema(one)}`)
    const text = `{ ${entries.join(', ')} }`
    if (catchall instanceof z.ZodNever) return this.#call('strictObject', text)
    return this.#call(catchall instanceof z.ZodUnknown ? 'looseObject' : 'object', text)
  }

  #pipe({ in: into, out }: z.core.$ZodPipeDef): string {
    if (into instanceof z.ZodTransform)
      return this.#piped(this.#call('unknown'), [this.#changed(into), this.schema(out)])
    return this.#piped(this.schema(into), [out instanceof z.ZodTransform ? this.#changed(out) : this.schema(out)])
  }

  #changed = ({ def }: z.ZodTransform): string => this.#call('transform', this.#function(def.transform))

  #check(check: z.core.$ZodCheck, isList: boolean): string {
    // zod counts the characters of a text, valibot its units of UTF-16 unless it is asked for characters.
    if (check instanceof z.core.$ZodCheckMinLength)
      return this.#call(isList ? 'minLength' : 'minCodePoints', String(check._zod.def.minimum))
    if (check instanceof z.core.$ZodCheckMaxLength)
      return this.#call(isList ? 'maxLength' : 'maxCodePoints', String(check._zod.def.maximum))
    if (check instanceof z.core.$ZodCheckGreaterThan)
      return this.#call(check._zod.def.inclusive ? 'minValue' : 'gtValue', String(check._zod.def.value))
    if (check instanceof z.core.$ZodCheckLessThan)
      return this.#call(check._zod.def.inclusive ? 'maxValue' : 'ltValue', String(check._zod.def.value))
    if (check instanceof z.core.$ZodCheckNumberFormat) return this.#call('safeInteger')
    if (check instanceof z.core.$ZodCheckStringFormat) return this.#pattern(check._zod.def)
    if (check instanceof z.core.$ZodCheckOverwrite) return this.#overwrite(check._zod.def.tx)
    if (check instanceof z.ZodCustom) return this.#call('check', this.#function(check.def.fn))
    throw new Error(`No reading at the start is known for the check "${check._zod.def.check}"`)
  }

  /** Formats besides these ask more than their pattern says. */
  #pattern({ format, pattern }: { format: string; pattern?: RegExp | undefined }): string {
    if (pattern === undefined || pattern.global || !patternFormats.has(format))
      throw new Error(`No reading at the start is known for the format "${format}"`)
    return this.#call('regex', String(pattern))
  }

  /** zod writes its two changes of a text as functions without a name. */
  #overwrite(change: (text: string) => unknown): string {
    const changed = change(' Aa ')
    if (changed === 'Aa') return this.#call('trim')
    if (changed === ' aa ') return this.#call('toLowerCase')
    throw new Error('No reading at the start is known for this change of a text')
  }

  #function(called: unknown): string {
    const found = this.#find(called)
    if (found === undefined)
      throw new Error('What is read at the start may only call functions that a file of the contract exports')
    if ((this.functions.get(found.name) ?? found).file !== found.file)
      throw new Error(`What is read at the start calls two functions of the name ${found.name}`)
    this.functions.set(found.name, found)
    return functionAs(found)
  }

  #call(name: string, ...given: string[]): string {
    this.valibot.add(name)
    return `${valibotAs(name)}(${given.join(', ')})`
  }

  #piped(first: string, steps: readonly string[]): string {
    return steps.length === 0 ? first : this.#call('pipe', first, ...steps)
  }
}
