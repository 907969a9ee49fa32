import { buildConsole } from './console-build.ts'
import { runInForeground } from './foreground.ts'

/** `npm start`: the product as it is delivered, with the console built once. */
await runInForeground(() => ({ buildConsole }))
