import { sitesOf } from './sites.ts'
import type { City, SiteDetails } from './sites.ts'

// code | name | address | district | latitude, longitude | type | installed devices | use | status | days since
// created, since launched | tags
const table = `
301012 | Caltrain, 4th & King        | 700 4th St                | Mission Bay        | 37.77643 -122.39472 | bike_docks    | 22 docks, 1 guard  | transit_authority | launched  | 580 566 | transit covered
301025 | Embarcadero Plaza           | 298 Market St             | Financial District | 37.79371 -122.39653 | bike_docks    | 16 docks           | municipality      | launched  | 551 540 | transit municipal
301031 | Showroom, Minna St          | 149 Minna St              | SoMa               | 37.78719 -122.39981 | bike_docks    | 6 docks            | other             | demo      | 520     | showroom
301044 | 16th St Mission             | 2000 Mission St           | Mission            | 37.76498 -122.41969 | bike_docks    | 12 docks           | transit_authority | launched  | 505 492 | transit
301057 | UCSF Mission Bay            | 1675 Owens St             | Mission Bay        | 37.76788 -122.39271 | bike_docks    | 14 docks           | university        | launched  | 470 458 | campus health
301063 | Ferry Building              | 1 Ferry Building          | Embarcadero        | 37.79551 -122.39368 | bike_docks    | 10 docks           | municipality      | launched  | 433 420 | market seaside transit
301076 | Salesforce Transit Center   | 425 Mission St            | SoMa               | 37.78961 -122.39642 | bike_docks    | 18 docks, 1 guard  | transit_authority | launched  | 410 396 | transit covered e_charging
301088 | Civic Center BART           | 1150 Market St            | Civic Center       | 37.77962 -122.41381 | bike_docks    | 10 docks           | transit_authority | launched  | 377 365 | transit
301091 | SF State University         | 1600 Holloway Ave         | Lakeshore          | 37.72192 -122.47819 | bike_docks    | 10 docks           | university        | launched  | 350 333 | campus student
301104 | Ocean Beach, Judah          | 4150 Judah St             | Outer Sunset       | 37.76021 -122.50803 | bike_docks    | 6 docks            | municipality      | launched  | 300 288 | seaside transit
301117 | Golden Gate Park, Concourse | 50 Hagiwara Tea Garden Dr | Golden Gate Park   | 37.77009 -122.46861 | bike_docks    | 8 docks            | municipality      | launched  | 266 252 | culture municipal
301122 | Hayes Valley, Octavia       | 432 Octavia St            | Hayes Valley       | 37.77639 -122.42432 | scooter_docks | 8 docks            | retail_chain      | launched  | 221 208 | retail scooter
301135 | Dogpatch, 22nd St           | 1149 22nd St              | Dogpatch           | 37.75751 -122.39239 | bike_docks    | 6 docks            | transit_authority | launched  | 180 163 | transit residents
301149 | Chase Center valet          | 1 Warriors Way            | Mission Bay        | 37.76801 -122.38769 | bike_docks    | 14 docks           | event             | launched  | 132 117 | event_site
301153 | Fort Mason lockers          | 2 Marina Blvd             | Marina             | 37.80669 -122.43181 | bike_lockers  | 8 docks, 1 guard   | standalone        | launched  | 91 70   | lockers seaside culture
301166 | Stonestown Galleria         | 3251 20th Ave             | Lakeshore          | 37.72841 -122.47648 | bike_docks    | 6 docks            | retail_chain      | installed | 15      | retail`

/** Exceptions at single locations. */
const details: Record<string, SiteDetails> = {
  301012: { rows: ['Track side', 'Street side'], demand: 1.4 },
  301025: { rows: ['Plaza', 'Market St'], odd_docks: { 4: 'offline', 9: 'offline' }, faults: { 1: 'tamper' } },
  301031: { is_free: true, demand: 0.4, organizations: { owner: 'Wheelhouse', operator: 'Wheelhouse' } },
  301044: { demand: 1.2, odd_docks: { 10: 'refusing' } },
  301057: { rows: ['Gene Friend Way', 'Owens St'], is_free: true },
  301063: { demand: 1.3 },
  301076: { rows: ['Level 0', 'Level 1'], behaviour: 'slow', demand: 1.2 },
  301091: { is_free: true },
  301104: { power_save: 'remote_wakeup', generation: 'G2', demand: 0.6 },
  301122: { odd_docks: { 2: 'duplicate' } },
  301149: { rows: ['Valet', 'Gate 3'], demand: 0.8 },
}

export const sanFrancisco: City = {
  city: 'San Francisco',
  state: 'California',
  country: 'US',
  region_tag: 'us_ca',
  time_zone: 'America/Los_Angeles',
  currency: 'USD',
  hour_minor: 25,
  support_phone: '+14155550142',
  support_email: 'help@baybike.test',
  organizations: {
    owner: 'Bay Bike Parking Inc',
    operator: 'Bay Bike Parking Inc',
    distributor: 'Bay Bike Parking Inc',
    reseller: 'Wheelhouse',
  },
  riders: 370,
  sites: sitesOf(table, details),
}
