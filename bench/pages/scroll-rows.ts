/** The same hundred thousand rows for both tables. */
export interface ScrollRow {
  id: string
  code: string
  name: string
  address: string
  city: string
  docks: number
  free: number
  health: string
  owner: string
  created: string
}

const cities = ['Tallinn', 'Oslo', 'San Francisco', 'Helsinki', 'Riga']
const healths = ['Online', 'Some offline', 'Offline']

export const scrollRows = (count: number): ScrollRow[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `row-${n}`,
    code: String(100_000 + n),
    name: `Station ${n}, ${cities[n % 5]}`,
    address: `Street ${(n * 7919) % 900}`,
    city: cities[n % 5] ?? '',
    docks: 4 + (n % 40),
    free: n % 5,
    health: healths[n % 3] ?? '',
    owner: `Organization ${n % 500}`,
    created: new Date(1_700_000_000_000 + n * 60_000).toISOString().slice(0, 10),
  }))

export const scrollColumns = [
  { id: 'code', header: 'Code', width: 90 },
  { id: 'name', header: 'Name', width: 220 },
  { id: 'address', header: 'Address', width: 160 },
  { id: 'city', header: 'City', width: 130 },
  { id: 'docks', header: 'Docks', width: 80 },
  { id: 'free', header: 'Free', width: 80 },
  { id: 'health', header: 'Health', width: 120 },
  { id: 'owner', header: 'Owner', width: 170 },
  { id: 'created', header: 'Created', width: 120 },
] as const satisfies readonly { id: keyof ScrollRow; header: string; width: number }[]

export const rowCount = 100_000
export const rowHeight = 32
