import { wireCommand } from '@wheelhouse/device-protocol/commands.ts'
import { readMessage } from '@wheelhouse/device-protocol/messages.ts'
import type { CommandMessage, ResponseMessage } from '@wheelhouse/device-protocol/messages.ts'
import { acts } from './acts.ts'
import { failed } from './act.ts'
import type { CommandedSite, Outcome } from './act.ts'
import { commandLatencyMs, isOutdated, lateAnswerMs, neverEnds, refusalOf } from './faults.ts'
import { inTurn } from './hardware.ts'
import type { Hardware } from './hardware.ts'
import { deviceTime, repeatAnswer, sendResponse } from './device-messages.ts'

const rememberedAnswers = 100

const hasExpired = (hardware: Hardware, command: CommandMessage): boolean =>
  Date.parse(command.expires_at) < deviceTime(hardware).getTime()

async function run(site: CommandedSite, hardware: Hardware, command: CommandMessage): Promise<Outcome> {
  const definition = wireCommand(command.name)
  const act = Object.hasOwn(acts, command.name) ? acts[command.name] : undefined
  if (!definition || !act || isOutdated(hardware.behaviour) || !definition.device_types.includes(hardware.type))
    return { ending: { status: 'unhandled' } }
  const args = definition.args.safeParse(command.args)
  if (!args.success) return failed('bad_args')
  await site.world.wait(commandLatencyMs(hardware.behaviour, site.world.random))
  const refusal = refusalOf(hardware.behaviour, hardware.hardware_id, command.name, hardware.answers.size - 1)
  if (refusal) return failed(refusal)
  // The command waited behind other work until it expired.
  if (hasExpired(hardware, command)) return failed('expired')
  const onProgress = (percent: number): void =>
    void sendResponse(site.sender, hardware, {
      command_id: command.id,
      status: 'in_progress',
      step: 'running',
      percent,
    })
  return act(site, hardware, { id: command.id, args: args.data, onProgress })
}

function keep(hardware: Hardware, response: ResponseMessage): void {
  hardware.answers.set(response.command_id, response)
  const [oldest] = hardware.answers.keys()
  if (hardware.answers.size > rememberedAnswers && oldest !== undefined) hardware.answers.delete(oldest)
}

const lookAgainMs = 400

/** A controller keeps what comes for a child that is starting, until it is up or the command has expired. */
function holdUntilUp(site: CommandedSite, hardware: Hardware, payload: Uint8Array, command: CommandMessage): void {
  if (hasExpired(hardware, command)) return
  setTimeout(() => obey(site, hardware, payload), lookAgainMs).unref()
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))

/** An expired command is ignored; one that was handled before gets the same response again. */
export function obey(site: CommandedSite, hardware: Hardware, payload: Uint8Array): void {
  const read = readMessage('command', payload)
  if (!read.ok || hardware.isDead) return
  const command = read.message
  if (hardware.isDown) return holdUntilUp(site, hardware, payload, command)
  const before = hardware.answers.get(command.id)
  if (before) {
    repeatAnswer(site.sender, hardware, before)
    return
  }
  if (hasExpired(hardware, command)) return
  keep(
    hardware,
    sendResponse(site.sender, hardware, {
      command_id: command.id,
      status: 'in_progress',
      step: 'received',
      percent: 0,
    }),
  )
  if (neverEnds(hardware.behaviour)) return
  void inTurn(hardware, async () => {
    const { ending, after } = await run(site, hardware, command)
    const late = lateAnswerMs(hardware.behaviour)
    if (late !== null) await pause(Date.parse(command.expires_at) - deviceTime(hardware).getTime() + late)
    keep(hardware, sendResponse(site.sender, hardware, { command_id: command.id, ...ending }))
    await after?.()
  })
}
