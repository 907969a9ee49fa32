import { expect } from 'vitest'
import { listChangeSetDevices } from '@wheelhouse/contract/change-sets/change-set-devices.ts'
import { decideChangeSet, listChangeSets, planChangeSet } from '@wheelhouse/contract/change-sets/change-sets.ts'
import type { ChangeSetDecision } from '@wheelhouse/contract/change-sets/change-sets.ts'
import { advanceChangeSets } from '../../src/features/change-sets/advance.ts'
import { answeringHardware } from '../gateway/answering-hardware.ts'
import type { Manner } from '../gateway/answering-hardware.ts'
import { makeSite } from '../gateway/gateway-fixtures.ts'
import type { Site } from '../gateway/gateway-fixtures.ts'
import type { Caller, TestApp } from './test-app.ts'

export type Field = ReturnType<typeof answeringHardware>

interface ChangeSetPlace {
  w: TestApp
  site: Site
  field: Field
  technician: Caller
}

const needs = {
  location: ['GET'],
  device: ['GET', 'GETCMDSHISTORY'],
  hardware: ['GET', 'UPDATE', 'GET_PARAMS', 'SET_PARAMS', 'GET_CONFIG_TEMPLATES', 'GETCMDSHISTORY'],
} as const
const personOf = (w: TestApp, group_id: string): Promise<Caller> =>
  w.person([{ group_id, needs: { ...needs } as never }])

/** A site, the hardware in it that answers, and a technician who may change its configuration. */
export async function makeChangeSetPlace(w: TestApp) {
  const site = await makeSite(w)
  const field = answeringHardware(w)
  // The controller speaks for the docks: while it is silent none of them is in contact.
  await field.add(site.controller_id)
  return { site, field, technician: await personOf(w, site.organization.owner) }
}

export const good = (count: number): Manner[] => Array.from({ length: count }, () => 'good')
export const quieter = { kind: 'config', values: [{ key: 'buzzer_level', value: 6 }] } as const

/** What tests do with change sets. The place is asked for at each call, because every test has another one. */
export function changeSetActions(place: () => ChangeSetPlace) {
  let number = 20
  const person = (group_id = place().site.organization.owner) => personOf(place().w, group_id)

  async function docks(...manners: Manner[]): Promise<string[]> {
    const { w, site, field } = place()
    const ids: string[] = []
    for (const manner of manners) {
      const id = await w.make.hardware(site.controller_id)
      await w.make.device(site.location_id, { number: number++, hardware_id: id })
      await field.add(id, manner)
      ids.push(id)
    }
    return ids
  }

  const plan = (hardware_ids: string[], more: object = {}) =>
    place().technician.send(planChangeSet, {
      body: {
        name: 'Louder docks',
        comment: 'Too quiet in the rain',
        change: quieter,
        hardware_ids,
        canary_ids: hardware_ids.slice(0, 1),
        wave_size: 3,
        pause_s: 60,
        max_failed_percent: 25,
        healthy_within_s: 300,
        ...more,
      },
    })
  const decide = (change_set_id: string, decision: ChangeSetDecision, caller = place().technician) =>
    caller.call(decideChangeSet, { params: { change_set_id }, body: { decision } })
  const read = async (id: string, caller = place().technician) =>
    (await caller.ask(listChangeSets, { query: { id } })).items[0]
  const devices = async (change_set_id: string) => {
    const { body } = await place().technician.call(listChangeSetDevices, { query: { change_set_id } })
    return body.items as {
      hardware_id: string
      state: string
      failure: string | null
      wave: number
      rollback: string
    }[]
  }
  const step = () => advanceChangeSets(place().w)
  /** Server and hardware in turn, for as many seconds. */
  async function run(seconds: number): Promise<void> {
    for (let n = 0; n < seconds; n++) {
      await step()
      await place().field.work()
    }
  }
  async function started(ids: string[], more: object = {}): Promise<string> {
    const { body, status, text } = await plan(ids, more)
    expect(status, text).toBe(200)
    expect((await decide(body.id, 'start')).status).toBe(200)
    return body.id as string
  }
  const values = (ids: string[]) => ids.map((id) => place().field.pieces.get(id)?.values['buzzer_level'])
  return { person, docks, plan, decide, read, devices, step, run, started, values }
}
