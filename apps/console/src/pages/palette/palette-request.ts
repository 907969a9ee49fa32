import { otherReasons, stuckUserReasons } from '@wheelhouse/contract/commands/command-bodies.ts'
import { reasonWord } from '../../features/commands/command-offers.ts'
import { wordsIn } from './palette-words.ts'

/** What was typed, taken apart: `104217/8 unlock app` looks for the dock and keeps what is to be done with it. */
export interface Request {
  /** What is searched for. */
  target: string
  /** Words of the action: `unlock`. */
  words: readonly string[]
  /** The reason of a command, where the last words name one. */
  reason?: string
}

const code = /^\d{6}(?:\/\d{1,3})?$/
const reasons: readonly string[] = [...stuckUserReasons, ...otherReasons]
const shortestReason = 3

/** A code with other words beside it names a place and an action, in either order. Everything else is looked for as it is. */
export function requestIn(text: string): Request {
  const typed = wordsIn(text.replace(/\s*\/\s*/g, '/'))
  const target = typed.find((word) => code.test(word))
  const others = typed.filter((word) => word !== target)
  if (target === undefined || others.length === 0) return { target: text, words: [] }
  return { target, ...withReason(others) }
}

/** `user error` is two words. The first word names the action, so a reason needs at least one before it. */
function withReason(words: readonly string[]): Pick<Request, 'words' | 'reason'> {
  for (const length of [2, 1]) {
    const last = words.slice(-length).join(' ')
    const reason = words.length > length ? reasons.find((one) => isReason(last, one)) : undefined
    if (reason !== undefined) return { words: words.slice(0, -length), reason }
  }
  return { words }
}

const isReason = (typed: string, reason: string): boolean =>
  typed.length >= shortestReason && reasonWord(reason).toLowerCase().startsWith(typed)
