/** What the class of strings says of its methods, as zod is built. */
const methodsOfString = /(export const ZodString = [\s\S]*?_ZodString\.init\(inst, def\);\n\}), \{\n[\s\S]*?\n\}\);/

/** The code of zod's classes without `z.string().email()` and the other formats, which its functions have besides. */
export const withoutFormatMethods = (code: string): string => code.replace(methodsOfString, '$1);')

const formats =
  'email|url|jwt|emoji|guid|uuid|uuidv4|uuidv6|uuidv7|nanoid|cuid|cuid2|ulid|base64|base64url|xid|ksuid|ipv4|ipv6|cidrv4|cidrv6|e164|datetime|date|time|duration'

/** A chain of methods that begins with a string and asks for a format. */
const chain = new RegExp(
  `z\\s*\\.string\\([^()]*\\)(?:\\s*\\.\\w+\\((?:[^()]|\\([^()]*\\))*\\))*?\\s*\\.(?:${formats})\\(`,
  'g',
)

/** Calls of the methods that are left out. */
export const formatMethodsIn = (code: string): string[] => code.match(chain) ?? []
