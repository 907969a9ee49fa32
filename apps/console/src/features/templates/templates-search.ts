import * as z from 'zod'
import { templates } from '@wheelhouse/contract/templates/templates.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

export const templatesAddress = listAddress(templates, { open: z.uuid() })
export type TemplatesSearch = SearchOf<typeof templatesAddress>
