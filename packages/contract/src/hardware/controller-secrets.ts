import { Command, listHardwareCommands } from '../commands/commands.ts'
import { route } from '../route.ts'
import { lines } from '../texts.ts'
import { getHardwareDetails, hardwareBody, listAlarms } from './hardware-details.ts'

/** The controller confirms the new secret; until then the present one works. */
export const rotateControllerSecret = route({
  method: 'POST',
  path: '/hardware/v1/controller-secrets',
  summary: 'Give a controller a new secret of its own',
  says: { failed: 'Rotate controller secret failed', done: 'New secret on its way to the controller' },
  access: { hardware: ['UPDATE'] },
  needsFreshSignIn: true,
  body: hardwareBody,
  reply: Command,
  changes: [listHardwareCommands, getHardwareDetails],
})

/** Ends its connection at once. It stays offline until it connects as new hardware and is accepted again. */
export const revokeControllerSecret = route({
  method: 'POST',
  path: '/hardware/v1/controller-secret-revocations',
  summary: 'Revoke the secret of a controller',
  says: { failed: 'Revoke controller secret failed', done: 'Controller secret revoked' },
  access: { hardware: ['UPDATE'] },
  needsFreshSignIn: true,
  body: hardwareBody.extend({ comment: lines('Comment', 500).default('') }),
  changes: [getHardwareDetails, listAlarms],
})
