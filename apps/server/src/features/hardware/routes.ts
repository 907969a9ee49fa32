import {
  assignHardware as assignHardwareRoute,
  assignManyHardware as assignManyHardwareRoute,
  getHardware,
  removeHardware as removeHardwareRoute,
  swapHardware as swapHardwareRoute,
  unassignedHardware,
} from '@wheelhouse/contract/hardware/hardware.ts'
import {
  revokeControllerSecret as revokeControllerSecretRoute,
  rotateControllerSecret as rotateControllerSecretRoute,
} from '@wheelhouse/contract/hardware/controller-secrets.ts'
import {
  acknowledgeAlarm as acknowledgeAlarmRoute,
  alarms,
  generateOneTimePassword,
  getHardwareCommand,
  getHardwareDetails as getHardwareDetailsRoute,
  getOneTimePasswords,
  hardwareAssignments,
  hardwareList as hardwareListDeclared,
  rotateOtpSecret,
  updateHardwareComment,
} from '@wheelhouse/contract/hardware/hardware-details.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { assignHardware, assignManyHardware, removeHardware, swapHardware } from './assignment.ts'
import { commandOfHardware } from '../commands/placed-commands.ts'
import { revokeControllerSecret, rotateControllerSecret } from './controller-secrets.ts'
import { hardwareList } from './hardware-list.ts'
import { alarmList } from './alarm-list.ts'
import { acknowledgeAlarm, assignmentsOf, getHardwareDetails, updateComment } from './hardware-page.ts'
import { issueOneTimePassword, oneTimePasswordsOf, rotateSecret } from './otp-secrets.ts'
import { hardwareById, stockList } from './queries.ts'

export function hardwareRoutes(on: On): void {
  serveList(on, unassignedHardware, stockList)
  serve(on, getHardware, ({ params }, ctx) => hardwareById(ctx, params.hardware_id))
  serve(on, assignHardwareRoute, ({ params, body, version }, ctx) =>
    assignHardware(ctx, params.device_id, body, version),
  )
  serve(on, assignManyHardwareRoute, ({ params, body }, ctx) => assignManyHardware(ctx, params.location_id, body))
  serve(on, swapHardwareRoute, ({ params, body, version }, ctx) =>
    swapHardware(ctx, params.device_id, body.with_device_id, { of: version, other: body.with_device_version }),
  )
  serve(
    on,
    removeHardwareRoute,
    async ({ params, version }, ctx) => void (await removeHardware(ctx, params.device_id, params.hardware_id, version)),
  )
}

/** What the page of one piece of hardware shows and does. */
export function hardwarePageRoutes(on: On): void {
  serveList(on, hardwareListDeclared, hardwareList)
  serve(on, getHardwareDetailsRoute, ({ params }, ctx) => getHardwareDetails(ctx, params.hardware_id))
  serve(on, updateHardwareComment, ({ params, body, version }, ctx) =>
    updateComment(ctx, params.hardware_id, body, version),
  )
  serve(on, hardwareAssignments, ({ params }, ctx) => assignmentsOf(ctx, params.hardware_id))
  serveList(on, alarms, alarmList)
  serve(on, acknowledgeAlarmRoute, ({ body }, ctx) => acknowledgeAlarm(ctx, body))
  serve(on, getOneTimePasswords, ({ params }, ctx) => oneTimePasswordsOf(ctx, params.hardware_id))
  serve(on, generateOneTimePassword, ({ body }, ctx) => issueOneTimePassword(ctx, body.hardware_id))
  serve(on, rotateOtpSecret, ({ body }, ctx) => rotateSecret(ctx, body.hardware_id))
  serve(on, rotateControllerSecretRoute, ({ body }, ctx) => rotateControllerSecret(ctx, body.hardware_id))
  serve(
    on,
    revokeControllerSecretRoute,
    async ({ body }, ctx) => void (await revokeControllerSecret(ctx, body.hardware_id, body.comment)),
  )
  serve(on, getHardwareCommand, async ({ params }, ctx) => {
    const command = await commandOfHardware(ctx, params.hardware_id, params.command_id)
    if (!command) throw new AppError('not_found')
    return command
  })
}
