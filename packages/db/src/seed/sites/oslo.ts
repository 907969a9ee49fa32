import { sitesOf } from './sites.ts'
import type { City, SiteDetails } from './sites.ts'

// code | name | address | district | latitude, longitude | type | installed devices | use | status | days since
// created, since launched | tags
const table = `
203104 | Oslo S, Jernbanetorget          | Jernbanetorget 1          | Sentrum        | 59.91118 10.75049 | bike_docks       | 22 docks, 1 guard          | transit_authority | launched    | 600 584 | transit covered
203118 | Nationaltheatret stasjon        | Ruseløkkveien 4           | Sentrum        | 59.91467 10.73112 | bike_docks       | 16 docks                   | transit_authority | launched    | 574 560 | transit
203127 | Blindern, Fysikkbygget          | Sem Sælands vei 24        | Nordre Aker    | 59.93829 10.71802 | bike_docks       | 18 docks                   | university        | launched    | 545 530 | campus student
203141 | Majorstuen T                    | Sørkedalsveien 1          | Frogner        | 59.92938 10.71499 | bike_docks       | 12 docks                   | transit_authority | launched    | 522 510 | transit covered
203156 | Aker Brygge, Bryggegata         | Bryggegata 12             | Frogner        | 59.91031 10.72684 | scooter_docks_v2 | 12 docks                   | retail_chain      | launched    | 490 476 | retail scooter seaside
203170 | Nydalen, Gullhaug torg          | Gullhaug torg 3           | Nordre Aker    | 59.94901 10.76519 | bike_docks       | 8 docks                    | workplace         | in_delivery | 26      | workplace
203188 | Barcode, Dronning Eufemias gate | Dronning Eufemias gate 16 | Bjørvika       | 59.90792 10.76048 | bike_docks       | 16 docks                   | workplace         | launched    | 450 433 | workplace e_charging
203195 | Grønland torg                   | Grønland 12               | Gamle Oslo     | 59.91229 10.76121 | bike_docks       | 8 docks                    | municipality      | launched    | 428 415 | market municipal
203201 | Grünerløkka, Olaf Ryes plass    | Thorvald Meyers gate 49   | Grünerløkka    | 59.92361 10.75869 | bike_docks       | 10 docks                   | municipality      | launched    | 399 385 | municipal culture
203214 | Tøyen, Hagegata                 | Hagegata 22               | Gamle Oslo     | 59.91571 10.77394 | bike_docks       | 8 docks                    | municipality      | launched    | 370 352 | municipal residents
203228 | Helsfyr T                       | Fyrstikkalléen 1          | Alna           | 59.91302 10.80098 | bike_docks       | 10 docks                   | transit_authority | launched    | 340 325 | transit
203236 | Skøyen stasjon                  | Karenslyst allé 51        | Ullern         | 59.92168 10.67891 | bike_docks       | 8 docks                    | transit_authority | launched    | 310 298 | transit
203243 | Økern Portal, skap              | Lørenveien 65             | Bjerke         | 59.92908 10.80631 | bike_lockers     | 8 docks, 1 guard           | workplace         | launched    | 270 255 | workplace lockers
203259 | Sagene sykkelhus                | Kristiansands gate 2      | Sagene         | 59.93812 10.75651 | bike_house       | 8 docks, 1 door, 1 guard   | residential       | launched    | 230 214 | residents covered
203262 | St. Hanshaugen                  | Ullevålsveien 32          | St. Hanshaugen | 59.92659 10.74078 | bike_docks       | 6 docks                    | municipality      | launched    | 190 176 | municipal
203277 | Vippetangen hangar              | Akershusstranda 25        | Sentrum        | 59.90271 10.74112 | bike_hangar      | 6 docks, 1 door            | residential       | launched    | 120 104 | seaside covered
203285 | Frognerparken, utleie           | Kirkeveien 21             | Frogner        | 59.92491 10.70502 | scooter_rentals  | 6 docks                    | municipality      | launched    | 98 80   | rental scooter`

/** Exceptions at single locations. */
const details: Record<string, SiteDetails> = {
  203104: {
    rows: ['Station', 'Square'],
    private_tags: ['winter_watch'],
    behaviour: 'half_dead',
    silent_h: 5,
    demand: 1.5,
    faults: { 2: 'lock_jam' },
  },
  203118: { rows: ['Wall', 'Kerb'], demand: 1.3 },
  203127: { rows: ['Physics', 'Meadow'], is_free: true, odd_docks: { 11: 'slow' } },
  203141: { demand: 1.2 },
  203156: { behaviour: 'offline', silent_h: 3 },
  203170: { hardware: 'never_seen' },
  203188: { rows: ['North', 'South'], odd_docks: { 8: 'refusing' } },
  203201: { demand: 1.3 },
  203228: { behaviour: 'late' },
  203236: { odd_docks: { 3: 'config_unreadable', 6: 'offline' } },
  203259: { demand: 0.8 },
  203262: { power_save: 'local_wakeup', generation: 'G2', organizations: { owner: 'Wheelhouse' } },
  203277: { demand: 0.7, organizations: { owner: 'Wheelhouse' } },
  203285: { behaviour: 'flapping' },
}

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
  organizations: {
    owner: 'Oslo Sykkelparkering AS',
    operator: 'Oslo Sykkelparkering AS',
    distributor: 'Wheelhouse',
    reseller: 'Wheelhouse',
  },
  riders: 430,
  sites: sitesOf(table, details),
}
