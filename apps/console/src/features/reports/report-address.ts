import * as v from 'valibot'
import { reports } from '@wheelhouse/contract/reports/reports.ts'
import { listAddress } from '../../lists/list-address.ts'

export const reportsAddress = listAddress(reports, { open: v.literal('new') })

export const reportPath = (id: string): string => `/analytics/reports/${id}`
