import { certain } from '@wheelhouse/contract/certain.ts'
export interface Batches<Item> {
  add(key: string, item: Item): void
}

export interface BatchRules<Item> {
  atOnce: number
  itemsAtMost: number
  /** A key with much to do leaves room for others. */
  ofKeyAtMost: number
  /** Two items of one place are never in the same batch; null: the item must be alone in its batch. */
  placeOf(item: Item): string | null
  /** Must not reject. */
  work(items: readonly Item[]): Promise<void>
}

interface Turns<Item> {
  readonly rules: BatchRules<Item>
  readonly waiting: Map<string, Item[]>
  /** Keys with waiting items of which none is in work, in the order of their turns. */
  ready: string[]
  running: number
}

/**
 * Does what waits together: the items of one key in order, those of different keys side by side. An item that arrives
 * when nothing is in work begins at once, so that batches grow only with the load.
 */
export function openBatches<Item>(rules: BatchRules<Item>): Batches<Item> {
  const turns: Turns<Item> = { rules, waiting: new Map(), ready: [], running: 0 }
  return {
    add(key, item) {
      const queue = turns.waiting.get(key)
      if (queue) return void queue.push(item)
      turns.waiting.set(key, [item])
      turns.ready.push(key)
      start(turns)
    },
  }
}

function start<Item>(turns: Turns<Item>): void {
  while (turns.running < turns.rules.atOnce && turns.ready.length > 0) {
    const { items, keys } = nextBatch(turns)
    turns.running++
    void turns.rules.work(items).finally(() => finish(turns, keys))
  }
}

function finish<Item>(turns: Turns<Item>, keys: readonly string[]): void {
  turns.running--
  for (const key of keys)
    if (turns.waiting.get(key)?.length) turns.ready.push(key)
    else turns.waiting.delete(key)
  start(turns)
}

function nextBatch<Item>(turns: Turns<Item>): { items: Item[]; keys: string[] } {
  const items: Item[] = []
  const [keys, passed]: [string[], string[]] = [[], []]
  const places = new Set<string>()
  while (turns.ready.length > 0 && items.length < turns.rules.itemsAtMost) {
    const key = certain(turns.ready.shift())
    const taken = takeFrom(turns, key, places, items.length)
    items.push(...taken)
    ;(taken.length > 0 ? keys : passed).push(key)
    if (places.size < items.length) break
  }
  turns.ready = [...passed, ...turns.ready]
  return { items, keys }
}

/** The first items of the key that may join, in their order. One that must be alone adds no place. */
function takeFrom<Item>({ rules, waiting }: Turns<Item>, key: string, places: Set<string>, taken: number): Item[] {
  const queue = waiting.get(key) ?? []
  const room = Math.min(rules.ofKeyAtMost, rules.itemsAtMost - taken)
  let count = 0
  for (const item of queue.slice(0, room)) {
    const place = rules.placeOf(item)
    if (place === null && taken === 0 && count === 0) return queue.splice(0, 1)
    if (place === null || places.has(place)) break
    places.add(place)
    count++
  }
  return queue.splice(0, count)
}
