import { uuidv7 } from 'uuidv7'
import { AppError, catalogue } from '@wheelhouse/contract/errors.ts'
import type { ConfigChange } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { PreviewItem } from '@wheelhouse/contract/templates/templates.ts'
import type { Ctx } from '../../platform/context.ts'
import { hardwareRefusals, requireHardware } from '../../authz/authorize.ts'
import { write } from '../../journal/write.ts'
import { bulkAction, bulkAtOnce } from '../background-jobs/bulk.ts'
import { lockHardware, parameterChanges, refusalOfState, sendChange } from '../hardware-config/changes.ts'
import { changesOfBatch } from '../hardware-config/change-rows.ts'
import { presentConfigs } from '../hardware-config/readings.ts'
import type { Present } from '../hardware-config/readings.ts'
import { lockTemplate } from './templates.ts'
import type { TemplateRow } from './templates.ts'

const needs = { hardware: ['SET_PARAMS'] } as const

/** Spec 5: only hardware with the same firmware name. */
function assertFits(template: TemplateRow, present: Present | undefined): Present {
  if (present?.firmware_name !== template.firmware_name)
    throw new AppError('firmware_name_differs', { firmware_name: template.firmware_name })
  const refusal = refusalOfState(present)
  if (refusal) throw new AppError(refusal)
  return present
}

interface Application {
  template_id: string
  comment: string
  batch_id: string
}

const applyEach = bulkAction<Application>({
  name: 'templates.apply',
  title: 'Apply a template',
  type: 'hardware',
  needs,
  each: applyToOne,
})

function applyToOne(ctx: Ctx, hardwareId: string, application: Application): Promise<ConfigChange> {
  return write(ctx, async (tx, journal, inside) => {
    await requireHardware(inside, hardwareId, needs)
    const template = await lockTemplate(tx, inside, application.template_id)
    await lockHardware(tx, [hardwareId])
    const present = assertFits(template, (await presentConfigs(tx, [hardwareId])).get(hardwareId))
    await sendChange(tx, journal, inside, {
      present,
      values: template.params,
      comment: application.comment,
      batch_id: application.batch_id,
      template: { id: template.id, version: template.version },
    })
    const batch = await changesOfBatch(tx, application.batch_id)
    return batch.find(({ hardware_id }) => hardware_id === hardwareId) as ConfigChange
  })
}

/** Each by itself: what is refused is named, the others are on their way. */
export async function applyTemplate(
  ctx: Ctx,
  body: { template_id: string; hardware_ids: readonly string[]; comment: string },
): Promise<ConfigChange[]> {
  const application = { template_id: body.template_id, comment: body.comment, batch_id: uuidv7() }
  return (await bulkAtOnce(ctx, applyEach, body.hardware_ids, application)) as ConfigChange[]
}

/** What applying would do now; it sends nothing. */
export function previewTemplate(
  ctx: Ctx,
  body: { template_id: string; hardware_ids: readonly string[] },
): Promise<PreviewItem[]> {
  return write(ctx, async (tx, _journal, inside) => {
    const template = await lockTemplate(tx, inside, body.template_id)
    const configs = await presentConfigs(tx, body.hardware_ids)
    const refusals = await hardwareRefusals(inside, body.hardware_ids, needs)
    return body.hardware_ids.map((id) => previewOf(id, refusals.get(id), template, configs.get(id)))
  })
}

function previewOf(
  id: string,
  refusal: AppError | undefined,
  template: TemplateRow,
  present: Present | undefined,
): PreviewItem {
  if (refusal) return { hardware_id: id, refusal: refusal.message, changes: [] }
  try {
    const changes = parameterChanges(assertFits(template, present).params ?? [], template.params)
    return { hardware_id: id, refusal: changes.length === 0 ? catalogue.no_changes[1] : null, changes }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { hardware_id: id, refusal: error.message, changes: [] }
  }
}
