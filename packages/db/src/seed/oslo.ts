import type { City, Site } from './sites.ts'

const sites: readonly Site[] = [
  { code: '203104', label: 'Oslo S, Jernbanetorget', address: 'Jernbanetorget 1', district: 'Sentrum', latitude: 59.91118, longitude: 10.75049, docks: 22, rows: ['Station', 'Square'], guards: 1, tags: ['transit', 'covered'], private_tags: ['winter_watch'], use: 'transit_authority', days: [600, 584], behaviour: 'half_dead', silent_h: 5, demand: 1.5, faults: { 2: 'lock_jam' } },
  { code: '203118', label: 'Nationaltheatret stasjon', address: 'Ruseløkkveien 4', district: 'Sentrum', latitude: 59.91467, longitude: 10.73112, docks: 16, rows: ['Wall', 'Kerb'], tags: ['transit'], use: 'transit_authority', days: [574, 560], demand: 1.3 },
  { code: '203127', label: 'Blindern, Fysikkbygget', address: 'Sem Sælands vei 24', district: 'Nordre Aker', latitude: 59.93829, longitude: 10.71802, docks: 18, rows: ['Physics', 'Meadow'], tags: ['campus', 'student'], use: 'university', days: [545, 530], is_free: true, odd_docks: { 11: 'slow' } },
  { code: '203141', label: 'Majorstuen T', address: 'Sørkedalsveien 1', district: 'Frogner', latitude: 59.92938, longitude: 10.71499, docks: 12, tags: ['transit', 'covered'], use: 'transit_authority', days: [522, 510], demand: 1.2 },
  { code: '203156', label: 'Aker Brygge, Bryggegata', address: 'Bryggegata 12', district: 'Frogner', latitude: 59.91031, longitude: 10.72684, type: 'scooter_docks_v2', docks: 12, tags: ['retail', 'scooter', 'seaside'], use: 'retail_chain', days: [490, 476], behaviour: 'offline', silent_h: 3 },
  { code: '203170', label: 'Nydalen, Gullhaug torg', address: 'Gullhaug torg 3', district: 'Nordre Aker', latitude: 59.94901, longitude: 10.76519, docks: 8, tags: ['workplace'], use: 'workplace', status: 'in_delivery', days: [26], hardware: 'never_seen' },
  { code: '203188', label: 'Barcode, Dronning Eufemias gate', address: 'Dronning Eufemias gate 16', district: 'Bjørvika', latitude: 59.90792, longitude: 10.76048, docks: 16, rows: ['North', 'South'], tags: ['workplace', 'e_charging'], use: 'workplace', days: [450, 433], odd_docks: { 8: 'refusing' } },
  { code: '203195', label: 'Grønland torg', address: 'Grønland 12', district: 'Gamle Oslo', latitude: 59.91229, longitude: 10.76121, docks: 8, tags: ['market', 'municipal'], use: 'municipality', days: [428, 415] },
  { code: '203201', label: 'Grünerløkka, Olaf Ryes plass', address: 'Thorvald Meyers gate 49', district: 'Grünerløkka', latitude: 59.92361, longitude: 10.75869, docks: 10, tags: ['municipal', 'culture'], use: 'municipality', days: [399, 385], demand: 1.3 },
  { code: '203214', label: 'Tøyen, Hagegata', address: 'Hagegata 22', district: 'Gamle Oslo', latitude: 59.91571, longitude: 10.77394, docks: 8, tags: ['municipal', 'residents'], use: 'municipality', days: [370, 352] },
  { code: '203228', label: 'Helsfyr T', address: 'Fyrstikkalléen 1', district: 'Alna', latitude: 59.91302, longitude: 10.80098, docks: 10, tags: ['transit'], use: 'transit_authority', days: [340, 325], behaviour: 'late' },
  { code: '203236', label: 'Skøyen stasjon', address: 'Karenslyst allé 51', district: 'Ullern', latitude: 59.92168, longitude: 10.67891, docks: 8, tags: ['transit'], use: 'transit_authority', days: [310, 298], odd_docks: { 6: 'offline' } },
  { code: '203243', label: 'Økern Portal, skap', address: 'Lørenveien 65', district: 'Bjerke', latitude: 59.92908, longitude: 10.80631, type: 'bike_lockers', docks: 8, guards: 1, tags: ['workplace', 'lockers'], use: 'workplace', days: [270, 255] },
  { code: '203259', label: 'Sagene sykkelhus', address: 'Kristiansands gate 2', district: 'Sagene', latitude: 59.93812, longitude: 10.75651, type: 'bike_house', docks: 8, doors: 1, guards: 1, tags: ['residents', 'covered'], use: 'residential', days: [230, 214], demand: 0.8 },
  { code: '203262', label: 'St. Hanshaugen', address: 'Ullevålsveien 32', district: 'St. Hanshaugen', latitude: 59.92659, longitude: 10.74078, docks: 6, tags: ['municipal'], use: 'municipality', days: [190, 176], power_save: 'local_wakeup', generation: 'G2', organizations: { owner: 'Wheelhouse' } },
  { code: '203277', label: 'Vippetangen hangar', address: 'Akershusstranda 25', district: 'Sentrum', latitude: 59.90271, longitude: 10.74112, type: 'bike_hangar', docks: 6, doors: 1, tags: ['seaside', 'covered'], use: 'residential', days: [120, 104], demand: 0.7, organizations: { owner: 'Wheelhouse' } },
  { code: '203285', label: 'Frognerparken, utleie', address: 'Kirkeveien 21', district: 'Frogner', latitude: 59.92491, longitude: 10.70502, type: 'scooter_rentals', docks: 6, tags: ['rental', 'scooter'], use: 'municipality', days: [98, 80], behaviour: 'flapping' },
]

export const oslo: City = {
  city: 'Oslo',
  state: 'Oslo',
  country: 'NO',
  region_tag: 'no',
  time_zone: 'Europe/Oslo',
  currency: 'NOK',
  hour_minor: 250,
  support_phone: '+4721890417',
  support_email: 'hjelp@oslosykkelparkering.test',
  organizations: { owner: 'Oslo Sykkelparkering AS', operator: 'Oslo Sykkelparkering AS', distributor: 'Wheelhouse', reseller: 'Wheelhouse' },
  riders: 430,
  sites,
}
