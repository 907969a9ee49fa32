import { certain } from '@wheelhouse/contract/certain.ts'
import { makeAllowlists } from './allowlists.ts'
import { chanceOf } from './chance.ts'
import { makeCommands } from './commands.ts'
import { makeDashboards } from './dashboards.ts'
import { makeDevices } from './hardware/devices.ts'
import { makeExternalDevices } from './hardware/external-devices.ts'
import { makeFirmwareAndTemplates } from './hardware/firmware-and-templates.ts'
import { fleetPlan } from './hardware/fleet-files.ts'
import { lockStates, makeReadings, stateRows } from './hardware/hardware-states.ts'
import { makeAlarms, openHistory, locationEvents, sessionEvents } from './history.ts'
import { makePlaces } from './locations.ts'
import type { Place } from './locations.ts'
import { makeOrganizations } from './people/organizations.ts'
import type { Organizations } from './people/organizations.ts'
import { baltimore } from './sites/baltimore.ts'
import { oslo } from './sites/oslo.ts'
import { makeOwnRoles } from './people/own-roles.ts'
import { makeFeedback } from './people/feedback.ts'
import { makerOfGroups, makeStaff, peopleIds } from './people/people.ts'
import { makeMaintenanceLog } from './maintenance-log.ts'
import { makeOutages } from './outages.ts'
import { makeOverstays, withRemovals } from './overstays/overstays.ts'
import { makePoints } from './points-of-interest.ts'
import { makeReminders } from './reminders.ts'
import { makeWorkPlans } from './work-plans.ts'
import { makeReports } from './reports.ts'
import { makeRentals, rentalPlan } from './rentals/rentals.ts'
import { makeRegions } from './regions.ts'
import { makeRiderDetails } from './people/rider-details.ts'
import { makeRiders } from './people/riders.ts'
import { defaultRoles } from './roles.ts'
import type { RoleName } from './roles.ts'
import { makePublicAreas } from './sites/public-areas.ts'
import { makeSavedViews } from './saved-views.ts'
import { makeServiceFees } from './service-fees.ts'
import { makeRegulars, makeSessions } from './sessions.ts'
import type { Session } from './sessions.ts'
import { makeStays } from './stays.ts'
import { makeSubscriptions } from './subscriptions.ts'
import { makeStock } from './hardware/stock.ts'
import { tallinn } from './sites/tallinn.ts'
import { daysBefore, iso } from './times.ts'

const cities = [tallinn, oslo, baltimore]

/** All rows of the demonstration, and the plan of its fleet. */
export function makePast(now: number) {
  const ids = peopleIds(now)
  const organizations = makeOrganizations(now, certain(ids.get(makerOfGroups)))
  const staff = makeStaff(now, ids, organizations)
  const places = makePlaces(now, cities, organizations)
  const devices = makeDevices(now, places.places)
  const stock = makeStock(now)
  const riders = makeRiders(now, cities)
  const parking = makeParking(now, devices.installed, places.places, riders.riders)
  const { sessions, locks } = parking
  const readings = makeReadings(devices.meshes)
  const states = stateRows(now, devices.meshes, locks, readings)
  const history = openHistory()
  locationEvents(history.recordEvent, now, places.places, staff)
  sessionEvents(history.recordEvent, now, sessions)
  const fixtures = {
    points: makePoints(history.recordEvent, now, places.places, organizations, staff),
    regions: makeRegions(history.recordEvent, now, staff),
    external: makeExternalDevices(history.recordEvent, now, places.places, staff),
    fees: makeServiceFees(history.recordEvent, now, places.places, organizations, staff),
  }
  const field = { now, installed: devices.installed, places: places.places, sessions, organizations, staff, riders }
  const later = makeLaterFeatures(history, field)
  return {
    organizations,
    staff,
    roles: makeRoles(now),
    places,
    devices,
    stock,
    riders,
    sessions,
    states,
    ...fixtures,
    ...later,
    events: history.rows,
    ownRoles: makeOwnRoles(now, organizations, staff),
    fleet: fleetPlan({
      devices,
      readings,
      riders,
      stock,
      rentals: rentalPlan(later.rentals, places.places, riders.riders, now),
      ...parking,
    }),
    overstays: makeOverstays(now, { sessions, staff, regions: fixtures.regions }),
    hardwareExtras: makeFirmwareAndTemplates(now, staff, devices.installed),
  }
}

/** Who parks where, and how that leaves the locks. */
function makeParking(now: number, installed: Field['installed'], places: Place[], riders: Field['riders']['riders']) {
  const regulars = makeRegulars(places, riders)
  const sessions = withRemovals(makeSessions(makeStays(now, installed), riders, regulars))
  return { regulars, sessions, locks: lockStates(now, installed, sessions) }
}

interface Field {
  now: number
  installed: ReturnType<typeof makeDevices>['installed']
  places: Place[]
  sessions: Session[]
  organizations: Organizations
  staff: ReturnType<typeof makeStaff>
  riders: ReturnType<typeof makeRiders>
}

/** In this order: each part draws from the same history, so a new one comes last and changes no event before it. */
function makeLaterFeatures({ recordEvent, chance }: ReturnType<typeof openHistory>, field: Field) {
  const { now, installed, places, sessions, organizations, staff, riders } = field
  const alarms = makeAlarms(recordEvent, chance, now, installed)
  const commands = makeCommands(recordEvent, chance, field)
  const details = makeRiderDetails(recordEvent, now, riders, sessions, staff)
  const maintenance = makeMaintenanceLog(recordEvent, now, installed, staff)
  const dashboards = makeDashboards(recordEvent, now, { places, organizations, staff })
  const reminders = makeReminders(recordEvent, now, { places, organizations, staff, sessions })
  const rentals = makeRentals(recordEvent, now, { places, organizations, riders: riders.riders, staff })
  const allowlists = makeAllowlists(recordEvent, now, field)
  const areas = makePublicAreas(recordEvent, now, { places, organizations, staff })
  const feedback = makeFeedback(recordEvent, now, { sessions, staff })
  const subscriptions = makeSubscriptions(now, field)
  const reports = makeReports(recordEvent, now, { organizations, staff })
  const workPlans = makeWorkPlans(recordEvent, now, { places, organizations, staff })
  const outages = makeOutages(recordEvent, now, installed)
  const savedViews = makeSavedViews(now, { organizations, staff })
  const administration = { dashboards, reports, areas, feedback, subscriptions, workPlans, outages, savedViews }
  return { alarms, commands, details, maintenance, reminders, rentals, allowlists, ...administration }
}

export type Past = ReturnType<typeof makePast>

function makeRoles(now: number) {
  const chance = chanceOf('roles')
  const rows = defaultRoles.map(({ name, category, description }) => ({
    id: chance.id(daysBefore(now, 731)),
    name,
    category,
    description,
    created_at: iso(daysBefore(now, 731)),
  }))
  const idOf = (name: RoleName) => certain(rows.find((row) => row.name === name)?.id)
  const actions = defaultRoles.flatMap((role) =>
    Object.entries(role.rights).flatMap(([resource_type, granted]) =>
      granted.map((action) => ({ role_id: idOf(role.name), resource_type, action })),
    ),
  )
  return { rows, actions, idOf }
}
