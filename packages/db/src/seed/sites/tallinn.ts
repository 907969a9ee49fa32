import { sitesOf } from './sites.ts'
import type { City, SiteDetails } from './sites.ts'

// code | name | address | district | latitude, longitude | type | installed devices | use | status | days since
// created, since launched | tags
const table = `
104217 | Balti jaam, perroon 1       | Toompuiestee 37   | Põhja-Tallinn | 59.44021 24.73718 | bike_docks          | 24 docks, 1 guard           | transit_authority | launched         | 640 622 | transit covered
104233 | Viru keskus P1              | Viru väljak 4     | Kesklinn      | 59.43641 24.75519 | bike_docks          | 18 docks, 1 guard           | retail_chain      | launched         | 612 590 | retail covered
104260 | Ülemiste City, Sepise       | Sepise 7          | Lasnamäe      | 59.42128 24.80217 | bike_docks          | 18 docks                    | workplace         | launched_offline | 588 571 | workplace e_charging
104275 | Telliskivi Loomelinnak      | Telliskivi 60a    | Põhja-Tallinn | 59.43932 24.72904 | bike_docks          | 14 docks                    | standalone        | launched         | 560 548 | covered culture
104288 | Noblessner, Staapli         | Staapli 4         | Põhja-Tallinn | 59.45247 24.73163 | bike_lockers        | 10 docks, 1 guard           | residential       | maintenance      | 541 520 | lockers seaside
104301 | TalTech raamatukogu         | Akadeemia tee 1   | Mustamäe      | 59.39583 24.67131 | bike_docks          | 20 docks                    | university        | launched         | 530 512 | campus student
104316 | Kadriorg, trammipeatus      | Narva mnt 78      | Kesklinn      | 59.43858 24.78672 | bike_docks          | 8 docks                     | municipality      | launched         | 515 506 | transit
104333 | Lennujaam, saabumine        | Tartu mnt 101     | Lasnamäe      | 59.41641 24.79902 | bike_docks          | 8 docks, 1 guard            | transit_authority | installed        | 41      | airport
104349 | Kristiine keskus            | Endla 45          | Kristiine     | 59.42768 24.72361 | bike_docks          | 12 docks                    | retail_chain      | launched         | 498 480 | retail
104358 | Rotermanni kvartal          | Rotermanni 8      | Kesklinn      | 59.43879 24.75562 | bike_docks          | 10 docks                    | standalone        | launched         | 470 455 | retail culture
104364 | Vabaduse väljak             | Vabaduse väljak 9 | Kesklinn      | 59.43357 24.74463 | bike_docks          | 10 docks                    | municipality      | launched         | 462 449 | municipal centre
104371 | Tallinna Ülikool, Terra     | Narva mnt 25      | Kesklinn      | 59.43872 24.77158 | bike_docks          | 12 docks                    | university        | launched         | 440 426 | campus student
104385 | Solaris keskus              | Estonia pst 9     | Kesklinn      | 59.43318 24.75084 | bike_docks          | 10 docks                    | retail_chain      | launched         | 421 410 | retail culture
104392 | Reisisadam, D-terminal      | Lootsi 13         | Kesklinn      | 59.44312 24.76769 | bike_docks          | 10 docks, 1 guard           | transit_authority | launched         | 402 391 | transit port
104406 | Tallinna bussijaam          | Lastekodu 46      | Kesklinn      | 59.42792 24.77369 | bike_docks          | 10 docks                    | transit_authority | launched         | 388 371 | transit
104413 | Volta kvartal, hangar       | Tööstuse 47       | Põhja-Tallinn | 59.44897 24.72588 | bike_hangar         | 6 docks, 1 door             | residential       | launched         | 360 346 | residents covered
104427 | Mustamäe tervisekeskus      | Ehitajate tee 27  | Mustamäe      | 59.40431 24.68812 | bike_docks          | 8 docks                     | municipality      | launched         | 341 330 | municipal health
104434 | Nõmme turg                  | Turu plats 8      | Nõmme         | 59.38662 24.68608 | bike_docks          | 6 docks                     | municipality      | launched         | 322 309 | municipal market
104448 | Pirita rand                 | Merivälja tee 5   | Pirita        | 59.46757 24.83224 | bike_docks          | 8 docks                     | municipality      | launched         | 301 288 | seaside seasonal
104455 | Lindakivi rattamaja         | J. Koorti 22      | Lasnamäe      | 59.43521 24.83538 | bike_house          | 10 docks, 1 door, 1 guard   | residential       | launched         | 280 262 | residents covered
104469 | Rocca al Mare               | Paldiski mnt 102  | Haabersti     | 59.42671 24.64969 | bike_docks          | 10 docks                    | retail_chain      | launched         | 255 240 | retail
104476 | Fahle park                  | Tartu mnt 84a     | Kesklinn      | 59.42219 24.78263 | bike_docks          | 8 docks                     | workplace         | launched         | 231 220 | workplace
104483 | Kopli liinid, tõuksid       | Kopli 101         | Põhja-Tallinn | 59.45952 24.67659 | scooter_docks       | 8 docks                     | residential       | launched         | 205 191 | residents scooter
104497 | Hipodroomi rattaruum        | Paldiski mnt 50   | Põhja-Tallinn | 59.43079 24.70488 | bike_house_dockless | 0 docks, 2 doors, 1 guard   | residential       | launched         | 166 150 | residents covered
104502 | Järve keskus                | Pärnu mnt 238     | Nõmme         | 59.39361 24.72137 | bike_docks          | 6 docks                     | retail_chain      | launched         | 84 62   | retail
104515 | Laagri raudteejaam          | Pärnu mnt 556     | Nõmme         | 59.34972 24.62358 | bike_docks          | 8 docks                     | transit_authority | in_house         | 18      | transit
104528 | Tondi, vana depoo           | Tondi 55          | Kristiine     | 59.40468 24.71629 | bike_docks          | 6 docks                     | transit_authority | obsolete         | 655 640 | transit
104531 | Maakri ärikvartal, laenutus | Maakri 19         | Kesklinn      | 59.43271 24.76012 | bike_rentals        | 10 docks                    | workplace         | launched         | 140 126 | rental workplace`

/** Exceptions at single locations. */
const details: Record<string, SiteDetails> = {
  104217: {
    rows: ['Wall', 'Platform'],
    private_tags: ['winter_watch'],
    odd_docks: { 7: 'slow', 13: 'refusing', 15: 'refusing', 21: 'offline' },
    faults: { 15: 'lock_jam' },
    demand: 1.5,
    message: 'Dock 15 is being repaired, the others work as usual.',
  },
  104233: { rows: ['Ramp', 'Pillars'], demand: 1.3 },
  104260: {
    rows: ['Street', 'Yard'],
    private_tags: ['sim_swap'],
    behaviour: 'offline',
    silent_h: 50,
    message: 'The racks are offline for now. Bikes inside are safe; call us to get yours.',
  },
  104275: { rows: ['Gate', 'Hall'], demand: 1.3, odd_docks: { 5: 'refusing', 9: 'config_locked' } },
  104288: { faults: { 1: 'forced_open' }, message: 'Lockers 1 to 5 get new hinges until Friday.' },
  104301: { rows: ['Library', 'Lawn'], demand: 1.2, is_free: true, behaviour: 'duplicate' },
  104333: { hardware: 'never_seen' },
  104358: { demand: 1.4, organizations: { owner: 'Baltic Park OÜ', distributor: 'Baltic Park OÜ' } },
  104364: { demand: 1.3 },
  104371: { is_free: true },
  104385: { odd_docks: { 3: 'slow' } },
  104392: { behaviour: 'out_of_order' },
  104413: { power_save: 'remote_wakeup', demand: 0.7 },
  104434: { generation: 'G2', faults: { 4: 'lock_jam' } },
  104448: { power_save: 'rfid_turned_off', generation: 'G2', demand: 0.5, is_free: true },
  104455: { demand: 0.8 },
  104476: { organizations: { owner: 'Baltic Park OÜ', distributor: 'Baltic Park OÜ' } },
  104497: { demand: 1.2 },
  104502: { odd_docks: { 2: 'wrong_clock' } },
  104515: { hardware: 'none' },
  104528: { hardware: 'none', generation: 'G1' },
  104531: { organizations: { owner: 'Baltic Park OÜ', distributor: 'Baltic Park OÜ' } },
}

export const tallinn: City = {
  city: 'Tallinn',
  state: 'Harju maakond',
  country: 'EE',
  region_tag: 'ee',
  time_zone: 'Europe/Tallinn',
  currency: 'EUR',
  hour_minor: 20,
  support_phone: '+3726001720',
  support_email: 'abi@tallinnmobility.test',
  organizations: {
    owner: 'Tallinn Mobility',
    operator: 'Baltic Park OÜ',
    distributor: 'Tallinn Mobility',
    reseller: 'Wheelhouse',
  },
  riders: 700,
  sites: sitesOf(table, details),
}
