import type { City, Site } from './sites.ts'

const sites: readonly Site[] = [
  { code: '301012', label: 'Caltrain, 4th & King', address: '700 4th St', district: 'Mission Bay', latitude: 37.77643, longitude: -122.39472, docks: 22, rows: ['Track side', 'Street side'], guards: 1, tags: ['transit', 'covered'], use: 'transit_authority', days: [580, 566], demand: 1.4 },
  { code: '301025', label: 'Embarcadero Plaza', address: '298 Market St', district: 'Financial District', latitude: 37.79371, longitude: -122.39653, docks: 16, rows: ['Plaza', 'Market St'], tags: ['transit', 'municipal'], use: 'municipality', days: [551, 540], odd_docks: { 4: 'offline', 9: 'offline' }, faults: { 1: 'tamper' } },
  { code: '301031', label: 'Showroom, Minna St', address: '149 Minna St', district: 'SoMa', latitude: 37.78719, longitude: -122.39981, docks: 6, tags: ['showroom'], use: 'other', status: 'demo', days: [520], is_free: true, demand: 0.4, organizations: { owner: 'Wheelhouse', operator: 'Wheelhouse' } },
  { code: '301044', label: '16th St Mission', address: '2000 Mission St', district: 'Mission', latitude: 37.76498, longitude: -122.41969, docks: 12, tags: ['transit'], use: 'transit_authority', days: [505, 492], demand: 1.2, odd_docks: { 10: 'refusing' } },
  { code: '301057', label: 'UCSF Mission Bay', address: '1675 Owens St', district: 'Mission Bay', latitude: 37.76788, longitude: -122.39271, docks: 14, rows: ['Gene Friend Way', 'Owens St'], tags: ['campus', 'health'], use: 'university', days: [470, 458], is_free: true },
  { code: '301063', label: 'Ferry Building', address: '1 Ferry Building', district: 'Embarcadero', latitude: 37.79551, longitude: -122.39368, docks: 10, tags: ['market', 'seaside', 'transit'], use: 'municipality', days: [433, 420], demand: 1.3 },
  { code: '301076', label: 'Salesforce Transit Center', address: '425 Mission St', district: 'SoMa', latitude: 37.78961, longitude: -122.39642, docks: 18, rows: ['Level 0', 'Level 1'], guards: 1, tags: ['transit', 'covered', 'e_charging'], use: 'transit_authority', days: [410, 396], behaviour: 'slow', demand: 1.2 },
  { code: '301088', label: 'Civic Center BART', address: '1150 Market St', district: 'Civic Center', latitude: 37.77962, longitude: -122.41381, docks: 10, tags: ['transit'], use: 'transit_authority', days: [377, 365] },
  { code: '301091', label: 'SF State University', address: '1600 Holloway Ave', district: 'Lakeshore', latitude: 37.72192, longitude: -122.47819, docks: 10, tags: ['campus', 'student'], use: 'university', days: [350, 333], is_free: true },
  { code: '301104', label: 'Ocean Beach, Judah', address: '4150 Judah St', district: 'Outer Sunset', latitude: 37.76021, longitude: -122.50803, docks: 6, tags: ['seaside', 'transit'], use: 'municipality', days: [300, 288], power_save: 'remote_wakeup', generation: 'G2', demand: 0.6 },
  { code: '301117', label: 'Golden Gate Park, Concourse', address: '50 Hagiwara Tea Garden Dr', district: 'Golden Gate Park', latitude: 37.77009, longitude: -122.46861, docks: 8, tags: ['culture', 'municipal'], use: 'municipality', days: [266, 252] },
  { code: '301122', label: 'Hayes Valley, Octavia', address: '432 Octavia St', district: 'Hayes Valley', latitude: 37.77639, longitude: -122.42432, type: 'scooter_docks', docks: 8, tags: ['retail', 'scooter'], use: 'retail_chain', days: [221, 208], odd_docks: { 2: 'duplicate' } },
  { code: '301135', label: 'Dogpatch, 22nd St', address: '1149 22nd St', district: 'Dogpatch', latitude: 37.75751, longitude: -122.39239, docks: 6, tags: ['transit', 'residents'], use: 'transit_authority', days: [180, 163] },
  { code: '301149', label: 'Chase Center valet', address: '1 Warriors Way', district: 'Mission Bay', latitude: 37.76801, longitude: -122.38769, docks: 14, rows: ['Valet', 'Gate 3'], tags: ['event_site'], use: 'event', days: [132, 117], demand: 0.8 },
  { code: '301153', label: 'Fort Mason lockers', address: '2 Marina Blvd', district: 'Marina', latitude: 37.80669, longitude: -122.43181, type: 'bike_lockers', docks: 8, guards: 1, tags: ['lockers', 'seaside', 'culture'], use: 'standalone', days: [91, 70] },
  { code: '301166', label: 'Stonestown Galleria', address: '3251 20th Ave', district: 'Lakeshore', latitude: 37.72841, longitude: -122.47648, docks: 6, tags: ['retail'], use: 'retail_chain', status: 'installed', days: [15] },
]

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
  organizations: { owner: 'Bay Bike Parking Inc', operator: 'Bay Bike Parking Inc', distributor: 'Bay Bike Parking Inc', reseller: 'Wheelhouse' },
  riders: 370,
  sites,
}
