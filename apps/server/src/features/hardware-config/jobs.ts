import { handle } from '../../platform/jobs.ts'
import { fetchInTurn, runFetchInTurn } from './fetches.ts'

export const hardwareConfigJobs = [handle(fetchInTurn, runFetchInTurn)]
