import { certain } from '@wheelhouse/contract/certain.ts'
import type { DockBubbleKind } from '../ui/details/glyphs.tsx'

// Invented: names, figures and people of the gallery are in no database.
export type SampleLocation = {
  id: string
  status: string
  issues: number
  code: string
  name: string
  address: string
  docks: DockBubbleKind[]
  health: string
  free: number
  rentals: number | null
  tags: string[]
  type: string
  owner: string
  created_at: string
}

const letters: Record<string, DockBubbleKind> = {
  f: 'free',
  b: 'booked',
  o: 'occupied',
  d: 'over_24',
  s: 'over_72',
  x: 'fault',
  n: 'no_contact',
  m: 'moving',
}
export const docksOf = (text: string): DockBubbleKind[] => [...text].map((letter) => letters[letter] ?? 'free')

const row = (
  status: string,
  issues: number,
  code: string,
  name: string,
  address: string,
  docks: string,
  health: string,
  rentals: number | null,
  tags: string,
): SampleLocation => ({
  id: code,
  status,
  issues,
  code,
  name,
  address,
  docks: docksOf(docks),
  health,
  free: [...docks].filter((dock) => dock === 'f').length,
  rentals,
  tags: tags.split(' '),
  type: code.startsWith('203156') ? 'Scooter docks' : 'Bike docks',
  owner: 'Tallinn Mobility',
  created_at: '2026-03-14',
})

export const sampleLocations: readonly SampleLocation[] = [
  row(
    'launched',
    2,
    '104217',
    'Balti jaam, perroon 1',
    'Toompuiestee 37, Tallinn',
    'oofdofbsbfoofdxofoofnodf',
    'some_offline',
    null,
    'ee transit rail',
  ),
  row(
    'launched',
    0,
    '104233',
    'Viru keskus P1',
    'Viru väljak 4, Tallinn',
    'fffoffffoobobodddooo',
    'online',
    null,
    'ee retail city',
  ),
  row(
    'launched_offline',
    2,
    '104260',
    'Ülemiste City, Sepise',
    'Sepise 7, Tallinn',
    'nndnnnonnnnnonnnooonnodnnondf',
    'offline',
    null,
    'ee workplace campus',
  ),
  row(
    'launched',
    0,
    '104275',
    'Telliskivi Loomelinnak',
    'Telliskivi 60a, Tallinn',
    'odofooooosofofff',
    'online',
    null,
    'ee covered',
  ),
  row(
    'maintenance',
    1,
    '104288',
    'Noblessner, Staapli',
    'Staapli 4, Tallinn',
    'sfofooofofoo',
    'online',
    null,
    'ee lockers',
  ),
  row(
    'launched',
    0,
    '104301',
    'TalTech raamatukogu',
    'Akadeemia tee 1, Tallinn',
    'offsofooffofofoofdoodfddfod',
    'online',
    null,
    'ee campus study',
  ),
  row(
    'launched',
    0,
    '104316',
    'Kadriorg, trammipeatus',
    'Narva mnt 78, Tallinn',
    'ooofooff',
    'online',
    null,
    'ee transit',
  ),
  row(
    'installed',
    0,
    '104333',
    'Lennujaam, saabumine',
    'Tartu mnt 101, Tallinn',
    'nnnnnnnnnnnnnnnn',
    'unknown',
    null,
    'ee airport',
  ),
  row('launched', 0, '104349', 'Kristiine keskus', 'Endla 45, Tallinn', 'dooooffooooooof', 'online', null, 'ee retail'),
  row(
    'launched',
    1,
    '203104',
    'Oslo S, Jernbanetorget',
    'Jernbanetorget 1, Oslo',
    'ooxoofxffoooofofoxoosfdfoooo',
    'some_offline',
    null,
    'no transit rail',
  ),
  row(
    'launched',
    0,
    '203118',
    'Nationaltheatret stasjon',
    'Ruseløkkveien 4, Oslo',
    'fffoffdfooooooffffdfffoo',
    'online',
    null,
    'no transit',
  ),
  row(
    'launched',
    0,
    '203127',
    'Blindern, Fysikkbygget',
    'Sem Sælands vei 24, Oslo',
    'ooosobooxfdoofofoofdofdofood',
    'online',
    null,
    'no campus',
  ),
  row(
    'launched',
    0,
    '203141',
    'Majorstuen T',
    'Sørkedalsveien 1, Oslo',
    'foffoofffofdoofffoss',
    'online',
    null,
    'no transit metro',
  ),
  row(
    'launched',
    3,
    '203156',
    'Aker Brygge, Bryggegata',
    'Bryggegata 12, Oslo',
    'nnnoonoondnnnoonnn',
    'offline',
    4,
    'no retail sea',
  ),
  row(
    'in_delivery',
    0,
    '203170',
    'Nydalen, Gullhaug torg',
    'Gullhaug torg 3, Oslo',
    'nnnnnnnnnnnn',
    'unknown',
    null,
    'no workplace',
  ),
  row(
    'launched',
    0,
    '203188',
    'Barcode, Dronning Eufemias',
    'Dr. Eufemias gate 16, Oslo',
    'foffobfbofoofodsoofooofo',
    'online',
    null,
    'no workplace city',
  ),
  row(
    'launched',
    0,
    '301012',
    'Caltrain, 4th & King',
    '700 4th St, San Francisco',
    'sdoodoodooffofffffofofffdffs',
    'online',
    null,
    'us_ca transit',
  ),
  row(
    'launched',
    0,
    '301025',
    'Embarcadero Plaza',
    '298 Market St, San Francisco',
    'xfoooodsoooofoffoffofff',
    'some_offline',
    null,
    'us_ca transit sea',
  ),
  row(
    'demo',
    0,
    '301031',
    'Showroom, Minna St',
    '149 Minna St, San Francisco',
    'dfsfsf',
    'online',
    null,
    'us_ca showroom',
  ),
  row(
    'launched',
    0,
    '301044',
    '16th St Mission',
    '2000 Mission St, San Francisco',
    'foooodofsdooofffsoodf',
    'online',
    null,
    'us_ca transit',
  ),
  row(
    'launched',
    0,
    '301058',
    'UC Berkeley, Sather Gate',
    'Telegraph Ave, Berkeley',
    'ooffooffoo',
    'online',
    7,
    'us_ca campus study',
  ),
  row('obsolete', 0, '301060', 'Old Oakland dock', '9th St, Oakland', 'nnnn', 'unknown', null, 'us_ca'),
]

/** Many rows for the scroll measurement, each a different object. */
export const manyLocations = (count: number): SampleLocation[] =>
  Array.from({ length: count }, (_, index) => {
    const sample = certain(sampleLocations[index % sampleLocations.length])
    return { ...sample, id: `${sample.id}-${index}`, code: String(100000 + index) }
  })

export type SampleDevice = {
  id: string
  number: string
  state: string
  bubble: DockBubbleKind
  word: string
  since: string
  who: string | null
  method: string
  heartbeat: string
  rssi: number
  firmware: string
  pending: string | null
}

const plan = 'oofdofmsbfooFdxofoofnodf'
const captions = [
  '6 h',
  '2 h',
  'Free',
  '31 h',
  '48 m',
  'Free',
  '9 s',
  '4 d',
  '7 m',
  'Free',
  '11 h',
  '3 h',
  'Free',
  '26 h',
  'Jam',
  '52 m',
  'Free',
  '5 h',
  '8 h',
  'Free',
  '3 h',
  '1 h',
  '44 h',
  'Free',
]
const people = [
  'A. Saar',
  'M. Kask',
  null,
  'L. Tamm',
  'J. Rebane',
  null,
  'P. Oja',
  'K. Lepik',
  'T. Sepp',
  null,
  'H. Kuusk',
  'R. Mägi',
]

const pendingAt: Readonly<Record<number, 'qr_update_pending' | 'delete_pending'>> = {
  10: 'qr_update_pending',
  12: 'delete_pending',
}

export const sampleDevices: readonly SampleDevice[] = [...plan.toLowerCase()].map((letter, index) => {
  const number = String(index + 1).padStart(2, '0')
  const bubble = docksOf(letter)[0] ?? 'free'
  const heartbeat = index === 4 ? 'late' : 'healthy'
  return {
    id: number,
    number,
    bubble,
    since: captions[index] ?? '–',
    who: people[index] ?? null,
    method: index % 3 === 0 ? 'RFID' : 'App',
    state: { f: 'unlocked', b: 'booked', m: 'unlocking', x: 'fault', n: 'unknown' }[letter] ?? 'locked',
    word: letter === 'x' ? 'Lock jam' : '',
    heartbeat: letter === 'n' ? 'offline' : heartbeat,
    rssi: -51 - ((index * 7) % 40),
    firmware: '2.14.3',
    pending: pendingAt[index] ?? null,
  }
})
