import { describe, expect, test } from 'vitest'
import type { PermissionMap } from '@wheelhouse/contract/access.ts'
import { actionsAt, actionsFor, deviceActions, mayDo } from './device-actions.ts'

const bare = { hardware_id: null, delete_pending: false, session: null }
const built = { ...bare, hardware_id: 'A4C138F09E00' }
const session = { id: 'x', started_at: '', key_type: null, user_id: null, user_name: null }
const names = (device: Parameters<typeof actionsFor>[0]) => actionsFor(device, deviceActions).map(({ name }) => name)
const reasons = (device: Parameters<typeof actionsFor>[0]) =>
  Object.fromEntries(
    actionsFor(device, deviceActions).flatMap(({ name, reason }) => (reason === undefined ? [] : [[name, reason]])),
  )

describe('what is offered for a device', () => {
  test('hardware is assigned where none is, else swapped or removed', () => {
    expect(names(bare)).toEqual(['hardware', 'qr', 'edit', 'groups', 'delete'])
    expect(names(built)).toEqual(['hardware', 'qr', 'edit', 'groups', 'remove_hardware', 'delete'])
    expect([actionsFor(bare, deviceActions)[0]?.label, actionsFor(built, deviceActions)[0]?.label]).toEqual([
      'Assign hardware',
      'Swap hardware',
    ])
  })

  test('spec 4: a pending deletion is taken back, not asked twice, and its hardware is left alone', () => {
    const pending = { ...built, delete_pending: true }
    expect(names(pending)).toEqual(['hardware', 'qr', 'edit', 'groups', 'remove_hardware', 'keep'])
    expect(reasons(pending)).toEqual({
      hardware: 'This device is being deleted',
      remove_hardware: 'This device is being deleted',
    })
  })

  test('a device with an open session cannot be deleted and gives the reason', () => {
    expect(reasons({ ...built, session })).toEqual({ delete: 'A session is open in this device; end it first' })
  })
})

test('each action asks for its own right: a technician assigns and does not delete', () => {
  const technician = { device: ['GET', 'SETDEEPLINK', 'ASSIGNHARDWARE'] } as const
  const map = { device: [...technician.device] }
  expect(deviceActions.filter((name) => mayDo(map, name))).toEqual(['hardware', 'qr', 'remove_hardware'])
  expect(deviceActions.filter((name) => mayDo({ device: ['GET'] }, name))).toEqual([])
  expect(mayDo(null, 'edit')).toBe(false)
})

test('spec 4: an obsolete location gets nothing new, and gives back what it has', () => {
  const map = { device: ['GET', 'SETDEEPLINK', 'ASSIGNHARDWARE', 'UPDATE', 'DELETE'] } as const
  const all: PermissionMap = { device: [...map.device], resource_group: ['MODIFYBELONGS'] }
  expect(actionsAt({ status: 'launched' }, all)).toEqual(deviceActions)
  expect(actionsAt({ status: 'obsolete' }, all)).toEqual(['qr', 'groups', 'remove_hardware', 'keep', 'delete'])
})
