import { handle } from '../../platform/jobs.ts'
import { checkAllAreas, checkArea, runCheckAllAreas, runCheckArea } from './checks.ts'

export const publicAreaJobs = [
  handle(checkArea, runCheckArea),
  handle(checkAllAreas, (_payload, ctx) => runCheckAllAreas(ctx)),
]
