import { sitesOf } from './sites.ts'
import type { City, SiteDetails } from './sites.ts'

// Each is at a real place of the extract that baltimore.pmtiles was made from.
// code | name | address | district | latitude, longitude | type | installed devices | use | status | days since
// created, since launched | tags
const table = `
301012 | Shot Tower Metro            | 20 Market Place         | Downtown     | 39.28949 -76.60647 | bike_docks    | 22 docks, 1 guard  | transit_authority | launched  | 580 566 | transit covered
301025 | National Aquarium, Pier 3   | 501 E Pratt St          | Inner Harbor | 39.28545 -76.60790 | bike_docks    | 16 docks           | municipality      | launched  | 551 540 | culture municipal
301031 | Showroom, Thames St         | 1634 Thames St          | Fells Point  | 39.28165 -76.59390 | bike_docks    | 6 docks            | other             | demo      | 520     | showroom
301044 | Broadway Market             | 640 S Broadway          | Fells Point  | 39.28335 -76.59336 | bike_docks    | 12 docks           | municipality      | launched  | 505 492 | market
301057 | Johns Hopkins Hospital      | 1800 Orleans St         | Dunbar       | 39.29640 -76.59244 | bike_docks    | 14 docks           | university        | launched  | 470 458 | campus health
301063 | Ferry landing, Fells Point  | 1700 Thames St          | Fells Point  | 39.28187 -76.59268 | bike_docks    | 10 docks           | transit_authority | launched  | 433 420 | seaside transit
301076 | Harbor East garage          | 700 Aliceanna St        | Harbor East  | 39.28376 -76.60311 | bike_docks    | 18 docks, 1 guard  | workplace         | launched  | 410 396 | covered e_charging
301088 | Carroll Mansion             | 800 E Lombard St        | Jonestown    | 39.28872 -76.60413 | bike_docks    | 10 docks           | municipality      | launched  | 377 365 | culture municipal
301091 | City College, Harbor Campus | 710 E Lombard St        | Downtown     | 39.28815 -76.60755 | bike_docks    | 10 docks           | university        | launched  | 350 333 | campus student
301104 | Fort McHenry                | 2400 E Fort Ave         | Locust Point | 39.26532 -76.57961 | bike_docks    | 6 docks            | municipality      | launched  | 300 288 | seaside culture
301117 | Patterson Park, Pagoda      | 27 S Patterson Park Ave | Highlandtown | 39.28998 -76.58370 | bike_docks    | 8 docks            | municipality      | launched  | 266 252 | culture municipal
301122 | Canton Crossing             | 3501 Boston St          | Canton       | 39.27670 -76.56699 | scooter_docks | 8 docks            | retail_chain      | launched  | 221 208 | retail scooter
301135 | O'Donnell Square            | 2900 O'Donnell St       | Canton       | 39.28022 -76.57470 | bike_docks    | 6 docks            | municipality      | launched  | 180 163 | municipal residents
301149 | Pier 6 Pavilion valet       | 731 Eastern Ave         | Inner Harbor | 39.28380 -76.60455 | bike_docks    | 14 docks           | event             | launched  | 132 117 | event_site
301153 | Henderson's Wharf lockers   | 1000 Fell St            | Fells Point  | 39.28000 -76.58908 | bike_lockers  | 8 docks, 1 guard   | standalone        | launched  | 91 70   | lockers seaside
301166 | Safeway, Boston St          | 2610 Boston St          | Canton       | 39.28057 -76.57867 | bike_docks    | 6 docks            | retail_chain      | installed | 15      | retail`

/** Exceptions at single locations. */
const details: Record<string, SiteDetails> = {
  301012: { rows: ['Plaza side', 'Street side'], demand: 1.4 },
  301025: { rows: ['Pier', 'Pratt St'], odd_docks: { 4: 'offline', 9: 'offline' }, faults: { 1: 'tamper' } },
  301031: { is_free: true, demand: 0.4, organizations: { owner: 'Wheelhouse', operator: 'Wheelhouse' } },
  301044: { demand: 1.2, odd_docks: { 10: 'refusing' } },
  301057: { rows: ['Broadway', 'Orleans St'], is_free: true },
  301063: { demand: 1.3 },
  301076: { rows: ['Level 0', 'Level 1'], behaviour: 'slow', demand: 1.2 },
  301091: { is_free: true },
  301104: { power_save: 'remote_wakeup', generation: 'G2', demand: 0.6 },
  301122: { odd_docks: { 2: 'duplicate' } },
  301149: { rows: ['Valet', 'Gate 2'], demand: 0.8 },
}

export const baltimore: City = {
  city: 'Baltimore',
  state: 'Maryland',
  country: 'US',
  region_tag: 'us_md',
  time_zone: 'America/New_York',
  currency: 'USD',
  hour_minor: 25,
  support_phone: '+14105550142',
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
