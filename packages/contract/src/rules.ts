import type * as z from 'zod'

type Readable<Body> = { [Field in keyof Body]: Body[Field] | undefined }
type Refuse<Body> = (field: keyof Body & string, message: string) => void

/**
 * Adds rules that read several fields of a body. They are checked together with the fields themselves: otherwise a person who
 * has mended the refused fields would meet a second round of errors. Only a fraction where a whole number belongs still keeps
 * the rules from running. A field that was refused is undefined to the rules, and it is not refused twice.
 */
export const withRules = <Body extends z.ZodObject>(
  body: Body,
  check: (value: Readable<z.output<Body>>, refuse: Refuse<z.output<Body>>) => void,
): Body =>
  body.superRefine(
    (value, context) => {
      const refused = new Set(context.issues.map(({ path }) => path?.[0]))
      const readable = Object.entries(value).filter(([field]) => !refused.has(field))
      // Object.fromEntries knows no names: what is left of the parsed body has its types.
      check(Object.fromEntries(readable) as Readable<z.output<Body>>, (field, message) => {
        if (!refused.has(field)) context.addIssue({ code: 'custom', path: [field], message })
      })
    },
    { when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value) },
  )
