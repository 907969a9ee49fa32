/**
 * What the first script of the page asked for before any code had come (`early-answers.ts` beside `index.html`), by address.
 * `authorization` is what it was asked with; null: nothing.
 */
export interface EarlyAnswer {
  authorization: string | null
  /** Milliseconds of the local clock. */
  askedAt: number
  /** Null: there was no answer. */
  answer: Promise<Response | null>
}

declare global {
  var wheelhouseEarly: Map<string, EarlyAnswer> | undefined
}

/** An older answer may be out of date. */
const goodForMs = 10_000

/** `fetch`, which takes what the page has asked for already: once, for the same person, and only if it succeeded. */
export const fetchEarly = async (address: string, init: RequestInit): Promise<Response> => {
  const answer = await taken(address, init)
  init.signal?.throwIfAborted()
  return answer ?? fetch(address, init)
}

async function taken(address: string, { method = 'GET', headers }: RequestInit): Promise<Response | null> {
  const early = method === 'GET' ? globalThis.wheelhouseEarly?.get(address) : undefined
  if (early === undefined) return null
  // The body of an answer is read once.
  globalThis.wheelhouseEarly?.delete(address)
  if (early.authorization !== new Headers(headers).get('authorization')) return null
  if (Date.now() - early.askedAt > goodForMs) return null
  const answer = await early.answer
  return answer?.ok === true ? answer : null
}
