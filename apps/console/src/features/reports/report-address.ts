import * as z from 'zod'
import { reports } from '@wheelhouse/contract/reports/reports.ts'
import { listAddress } from '../../lists/list-address.ts'

export const reportsAddress = listAddress(reports, { open: z.literal('new') })

export const reportPath = (id: string): string => `/analytics/reports/${id}`
