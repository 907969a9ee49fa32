import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A connection through a link, from both of its ends. */
interface Pair {
  near: net.Socket
  far: net.Socket
}

/**
 * Stands between two parts on loopback: it passes what they send, and delays, cuts, halves or resets it, or falls silent
 * on request. What is connected through a silent link stays connected, and nothing passes.
 */
export async function roughLink(connectFurther: () => net.Socket) {
  let isOpen = true
  let isSilent = false
  let attempts = 0
  let [halved, swallowed] = [0, 0]
  let delayMs = 0
  let [halvesLeft, wholeLeft] = [0, 0]
  const pairs = new Set<Pair>()
  const silent = new WeakSet<Pair>()

  function pass(pair: Pair, from: net.Socket, to: net.Socket): void {
    let before = Promise.resolve()
    from.on('data', (part: Buffer) => {
      before = before.then(async () => {
        if (delayMs > 0) await pause(delayMs)
        if (silent.has(pair)) swallowed++
        if (silent.has(pair) || to.destroyed) return
        // Only what the further end sends is cut in the middle: the near end then does not know what became of it.
        if (from === pair.far && halvesLeft > 0 && part.length > 1 && wholeLeft-- <= 0) {
          halvesLeft--
          halved++
          to.end(part.subarray(0, Math.floor(part.length / 2)), () => destroy(pair))
        } else to.write(part)
      })
    })
    from.on('end', () => void before.then(() => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => void before.then(() => destroy(pair)))
  }
  function destroy(pair: Pair): void {
    pairs.delete(pair)
    pair.near.destroy()
    pair.far.destroy()
  }

  const server = net.createServer((near) => {
    attempts++
    near.on('error', () => {})
    if (!isOpen) return void near.destroy()
    const pair = { near, far: connectFurther() }
    pairs.add(pair)
    if (isSilent) silent.add(pair)
    pass(pair, near, pair.far)
    pass(pair, pair.far, near)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as net.AddressInfo).port,
    /** How many connections were opened. */
    attempts: () => attempts,
    /** How many replies were cut in the middle. */
    halved: () => halved,
    /** How many parts were sent into the silence. */
    swallowed: () => swallowed,
    /** Breaks all connections, and each new one until it is opened. */
    shut() {
      isOpen = false
      for (const pair of pairs) destroy(pair)
    },
    open: () => void (isOpen = true),
    /** Breaks all connections; new ones pass. */
    cut() {
      for (const pair of pairs) destroy(pair)
    },
    /** The same with a reset (RST) instead of an end. */
    reset() {
      for (const pair of pairs) {
        pairs.delete(pair)
        pair.near.resetAndDestroy()
        pair.far.destroy()
      }
    },
    /** Each part is delayed by so many milliseconds. */
    delay: (ms: number) => void (delayMs = ms),
    /** So many replies are cut in the middle, and their connections broken; `after` so many that pass whole. */
    halve(count: number, after = 0) {
      halvesLeft = count
      wholeLeft = after
    },
    silence() {
      for (const pair of pairs) silent.add(pair)
    },
    /** The connections that are opened from now on are silent from their beginning, until it is switched off. */
    silenceNew: (isOn: boolean) => void (isSilent = isOn),
    close() {
      for (const pair of pairs) destroy(pair)
      server.close()
    },
  }
}

export type RoughLink = Awaited<ReturnType<typeof roughLink>>
