import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import type { Random } from './random.ts'
import { riderPhoto } from './rider-photo.ts'

/** Where the services listen, and the secret that they share with the app. */
export interface AppSettings {
  url: string
  secret: string
}

export type Occasion = 'stay' | 'ride'

/** The app on the phones of the simulated riders: after some stays and rides it asks, and some answer. */
export interface RidersApp {
  /** The lock was opened or the ride ended with this key. */
  ask(occasion: Occasion, key: string): void
  stop(): void
}

export interface AppParts {
  settings: AppSettings | null
  speed: number
  random: Random
  log: Pick<Logger, 'warn'>
}

const path = '/user/v1/rider-opinions'
const signatureHeader = 'x-wheelhouse-signature'

/** How many of those who are asked give stars, and how many of these also write. */
const ratedShare: Record<Occasion, number> = { stay: 0.12, ride: 0.14 }
const writtenShare = 0.16
const photoShare = 0.4
const asksAfterMs = [25_000, 120_000] as const
const answerWithinMs = 10_000

export function openRidersApp({ settings, speed, random, log }: AppParts): RidersApp {
  const timers = new Set<NodeJS.Timeout>()
  let count = 0
  const send = async (opinion: object): Promise<void> => {
    if (settings === null) return
    const reply = await post(settings, opinion)
    if (reply === 400) log.warn('the services refused what a rider wrote')
  }
  return {
    ask(occasion, key) {
      if (settings === null || !random.chance(ratedShare[occasion])) return
      const opinion = opinionOf(occasion, key, `sim-${Date.now()}-${++count}`, random)
      const timer = setTimeout(
        () => {
          timers.delete(timer)
          // The services may be restarting, and nobody says the same thing twice.
          send(opinion).catch(() => undefined)
        },
        random.between(...asksAfterMs) / speed,
      )
      timers.add(timer)
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

async function post({ url, secret }: AppSettings, opinion: object): Promise<number> {
  const body = JSON.stringify(opinion)
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [signatureHeader]: `t=${seconds},v1=${signature}` },
    body,
    signal: AbortSignal.timeout(answerWithinMs),
  })
  await response.arrayBuffer()
  return response.status
}

/** Most are content, as they are everywhere. */
function opinionOf(occasion: Occasion, key: string, app_id: string, random: Random): object {
  const rating = random.pick([5, 5, 5, 5, 5, 4, 4, 4, 3, 2, 1]) ?? 5
  const written = random.chance(writtenShare) ? writtenWith(occasion, rating, random) : null
  return { app_id, rider: { key }, session: 'last', rating, written }
}

function writtenWith(occasion: Occasion, rating: number, random: Random): object {
  const type = typeOf(rating, random)
  const [subject, text] = random.pick(texts[occasion][type]) ?? ['Everything is fine', '']
  const photos = type === 'problem' && random.chance(photoShare) ? [riderPhoto(random).toString('base64')] : []
  return { type, subject, text, photos }
}

type WrittenType = 'problem' | 'idea' | 'praise'

function typeOf(rating: number, random: Random): WrittenType {
  if (rating <= 3) return 'problem'
  return random.chance(0.3) ? 'idea' : 'praise'
}

type Text = readonly [subject: string, text: string]
const texts: Record<Occasion, Record<WrittenType, readonly Text[]>> = {
  stay: {
    problem: [
      ['Lock opened late', 'I waited half a minute at the dock before it opened.'],
      ['Dock is dirty', 'There is glass on the ground in front of the dock.'],
      ['Reader is slow', 'The card had to be held there three times.'],
      ['No light here', 'In the evening I cannot see the number of the dock.'],
    ],
    idea: [
      ['A bench would help', 'It is hard to put on the helmet and hold the bags.'],
      ['More places for cargo bikes', 'Two of us looked for one this morning.'],
    ],
    praise: [
      ['Quick and safe', 'The lock opened at once and the bike was dry.'],
      ['Thank you', 'There has been a free place each day this week.'],
    ],
  },
  ride: {
    problem: [
      ['Brakes squeal', 'The front brake of this bike squeals and pulls to the left.'],
      ['Saddle does not hold', 'It slides down after a few hundred metres.'],
      ['Battery was low', 'The app said half full, and it was empty on the hill.'],
    ],
    idea: [['A bigger basket', 'My bag does not fit into the basket.']],
    praise: [
      ['Smooth ride', 'Full battery and good tyres.'],
      ['Found it at once', 'The bike was exactly where the map showed it.'],
    ],
  },
}
